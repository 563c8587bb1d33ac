/** The ready templates by their names, each with the published standard that it follows, in the language of whoever begins with one. */
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { type LibraryKey, libraryContent, libraryKeys } from '@plumbline/contract/reports/templates.library';
import type { TFunction } from 'i18next';

export interface LibraryEntry {
  readonly key: LibraryKey;
  readonly name: string;
  readonly about: string;
  readonly source: string;
  readonly content: () => TemplateContent;
}

export const libraryEntries = (t: TFunction): Readonly<Record<LibraryKey, LibraryEntry>> =>
  Object.fromEntries(
    libraryKeys.map((key) => [
      key,
      {
        key,
        name: t(`reportTemplates:library.${key}.name`),
        about: t(`reportTemplates:library.${key}.about`),
        source: t(`reportTemplates:library.${key}.source`),
        content: () => libraryContent(key),
      },
    ]),
  ) as Record<LibraryKey, LibraryEntry>;
