import { msg } from '@lingui/core/macro'

const split = (signs: string): readonly string[] => signs.split(' ')

/** The picker's emoji, by group. The device's own fonts draw them, so nothing is downloaded. */
export const emojiGroups = [
  {
    name: msg`Faces`,
    signs: split(
      '😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 🥰 😘 😗 😙 😚 😋 😛 😜 🤪 😝 🤗 🤭 🤫 🤔 🤐 🤨 😐 😑 😶 😏 😒 🙄 😬 😔 😪 😴 😷 🤒 🤕 🤢 🤧 🥵 🥶 😵 🤯 🤠 🥳 😎 🤓 🧐 😕 😟 🙁 😮 😯 😲 😳 🥺 😦 😧 😨 😰 😥 😢 😭 😱 😖 😣 😞 😓 😩 😫 🥱 😤 😡 😠 😈 👻 👽 🤖 😺 😸 😹 😻',
    ),
  },
  {
    name: msg`Hearts and gestures`,
    signs: split(
      '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 🤎 💔 ❣️ 💕 💞 💓 💗 💖 💘 💝 💋 💌 👋 🤚 ✋ 👌 ✌️ 🤞 🤟 🤙 👈 👉 👆 👇 👍 👎 ✊ 👊 👏 🙌 👐 🤝 🙏 💪 👀 👄 💃 🕺 👫 👭 👬 💑 💏 🤷 🤦 🙋 🙈 🙉 🙊',
    ),
  },
  {
    name: msg`Nature`,
    signs: split(
      '🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🦉 🦄 🐝 🦋 🐌 🐞 🐢 🐬 🐳 🐙 🌵 🌲 🌴 🌱 🍀 🌸 🌹 🌻 🌷 🌞 🌝 🌙 ⭐ 🌟 ✨ ⚡ 🔥 🌈 ☀️ ⛅ ☁️ 🌧️ ❄️ ☃️ 🌊',
    ),
  },
  {
    name: msg`Food and drink`,
    signs: split(
      '🍎 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑 🥑 🍅 🥕 🌽 🥐 🍞 🧀 🥚 🍳 🥞 🍔 🍟 🍕 🌭 🥪 🌮 🥗 🍝 🍜 🍣 🍤 🍦 🍩 🍪 🎂 🍰 🧁 🍫 🍬 🍭 🍿 ☕ 🍵 🥤 🍺 🍻 🥂 🍷 🍸 🍹 🍾',
    ),
  },
  {
    name: msg`Leisure and travel`,
    signs: split(
      '⚽ 🏀 🎾 🏐 🏓 ⛷️ 🏂 🏊 🚴 🧘 🎮 🎲 🎯 🎳 🎸 🎹 🎤 🎧 🎬 🎨 🎭 🎟️ 📚 📷 🎉 🎊 🎁 🎈 🏆 🚗 🛵 🚲 🚂 ✈️ 🚀 ⛵ 🏖️ 🏕️ ⛰️ 🏠 🌆 🗺️ 🧳 ⏰ 💡 💬 💤 ✅ ❌ ❓ ❗ 💯 🎵 🎶',
    ),
  },
] as const
