/** The faces of everything that the server prints or draws: Chinese, Latin and Greek, then what only names hold. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const faces = [
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
];
const find = createRequire(import.meta.url);

export const readFonts = (): Buffer[] => faces.map((path) => readFileSync(find.resolve(`@expo-google-fonts/${path}`)));
