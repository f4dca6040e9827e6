import { msg } from '@lingui/core/macro'

const split = (signs: string): readonly string[] => signs.split(' ')

/** The picker's emoji, by group. The device's own fonts draw them, so nothing is downloaded. */
export const emojiGroups = [
  {
    name: msg`Faccine`,
    signs: split(
      '😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 🥰 😘 😗 😙 😚 😋 😛 😜 🤪 😝 🤗 🤭 🤫 🤔 🤐 🤨 😐 😑 😶 😏 😒 🙄 😬 😔 😪 😴 😷 🤒 🤕 🤢 🤧 🥵 🥶 😵 🤯 🤠 🥳 😎 🤓 🧐 😕 😟 🙁 😮 😯 😲 😳 🥺 😦 😧 😨 😰 😥 😢 😭 😱 😖 😣 😞 😓 😩 😫 🥱 😤 😡 😠 😈 👻 👽 🤖 😺 😸 😹 😻',
    ),
  },
  {
    name: msg`Cuori e gesti`,
    signs: split(
      '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 🤎 💔 ❣️ 💕 💞 💓 💗 💖 💘 💝 💋 💌 👋 🤚 ✋ 👌 ✌️ 🤞 🤟 🤙 👈 👉 👆 👇 👍 👎 ✊ 👊 👏 🙌 👐 🤝 🙏 💪 👀 👄 💃 🕺 👫 👭 👬 💑 💏 🤷 🤦 🙋 🙈 🙉 🙊',
    ),
  },
  {
    name: msg`Natura`,
    signs: split(
      '🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🦉 🦄 🐝 🦋 🐌 🐞 🐢 🐬 🐳 🐙 🌵 🌲 🌴 🌱 🍀 🌸 🌹 🌻 🌷 🌞 🌝 🌙 ⭐ 🌟 ✨ ⚡ 🔥 🌈 ☀️ ⛅ ☁️ 🌧️ ❄️ ☃️ 🌊',
    ),
  },
  {
    name: msg`Cibo e bevande`,
    signs: split(
      '🍎 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑 🥑 🍅 🥕 🌽 🥐 🍞 🧀 🥚 🍳 🥞 🍔 🍟 🍕 🌭 🥪 🌮 🥗 🍝 🍜 🍣 🍤 🍦 🍩 🍪 🎂 🍰 🧁 🍫 🍬 🍭 🍿 ☕ 🍵 🥤 🍺 🍻 🥂 🍷 🍸 🍹 🍾',
    ),
  },
  {
    name: msg`Tempo libero e viaggi`,
    signs: split(
      '⚽ 🏀 🎾 🏐 🏓 ⛷️ 🏂 🏊 🚴 🧘 🎮 🎲 🎯 🎳 🎸 🎹 🎤 🎧 🎬 🎨 🎭 🎟️ 📚 📷 🎉 🎊 🎁 🎈 🏆 🚗 🛵 🚲 🚂 ✈️ 🚀 ⛵ 🏖️ 🏕️ ⛰️ 🏠 🌆 🗺️ 🧳 ⏰ 💡 💬 💤 ✅ ❌ ❓ ❗ 💯 🎵 🎶',
    ),
  },
] as const
