/** The words of every feature but those of `zh-CN.first.ts`. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    './zh-CN/*/*.json',
    '!./zh-CN/{kernel/common,kernel/errors,kernel/forms,kernel/shell,people/passkeys,people/sessions,people/wechat,points/fieldWork}.json',
  ],
  { eager: true, import: 'default' },
);
