import { useTranslation } from 'react-i18next';
import { wordKey } from '../../../kernel/words.ts';

/** Returns the words for an event, task or schedule; its own name where a newer server has one that is not known here. */
export function useWorkName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => t(wordKey(`work:name.${name}`), { defaultValue: name });
}

/** Returns the text of an error, without the class of it. */
export const errorText = (error: string | null): string => (error ?? '').replace(/^(?:\w*Error|Failure): /i, '');
