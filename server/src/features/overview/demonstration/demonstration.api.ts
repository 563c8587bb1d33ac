/** What the demonstration, which lies above the features, does for this one. */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { Context } from '../../../kernel/context.ts';

/** Puts the texts of the demonstration into a language. Gives false where the corporation is no demonstration. */
export type SetDemonstrationLanguage = (
  context: Pick<Context, 'db' | 'now' | 'regardless' | 'caller' | 'services'>,
  corporationId: number,
  language: Language,
) => Promise<boolean>;

declare module '../../../kernel/services.ts' {
  interface Services {
    readonly setDemonstrationLanguage: SetDemonstrationLanguage;
  }
}
