/** The words of every feature but those of `zh-TW.first.ts`. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    './zh-TW/*/*.json',
    '!./zh-TW/{kernel/common,kernel/errors,kernel/forms,kernel/shell,people/passkeys,people/sessions,people/wechat,points/fieldWork}.json',
  ],
  { eager: true, import: 'default' },
);
