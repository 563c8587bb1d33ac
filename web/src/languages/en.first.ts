/** The words of signing in and of what can be said anywhere (web/test/first-words.test.ts). */
export const files = import.meta.glob<Record<string, unknown>>(
  './en/{kernel/common,kernel/errors,kernel/forms,kernel/shell,people/passkeys,people/sessions,people/wechat,points/fieldWork}.json',
  { eager: true, import: 'default' },
);
/** The component library's own. */
export { default as locale } from 'antd/es/locale/en_US';
