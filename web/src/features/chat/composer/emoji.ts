import { msg } from '@lingui/core/macro'

const split = (signs: string): readonly string[] => signs.split(' ')

/** The picker's emoji, by group. They are drawn by the reader's own fonts: nothing is fetched from anywhere. */
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
