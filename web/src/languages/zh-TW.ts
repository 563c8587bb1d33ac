/** Every feature's words in one chunk. */
const files = import.meta.glob<Record<string, unknown>>('./zh-TW/*/*.json', { eager: true, import: 'default' });
export const pack = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), words]),
);
/** The component library's own. */
export { default as locale } from 'antd/es/locale/zh_TW';
