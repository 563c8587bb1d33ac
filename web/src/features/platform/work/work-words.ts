import { useTranslation } from 'react-i18next';
import { wordKey } from '../../../kernel/words.ts';

/** What an event, task or schedule does, in words; its own name where a newer server has one that is not known here. */
export function useWorkName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => t(wordKey(`work:name.${name}`), { defaultValue: name });
}

/** What a handler threw, without the class of it. */
export const errorText = (error: string | null): string => (error ?? '').replace(/^(?:\w*Error|Failure): /i, '');
