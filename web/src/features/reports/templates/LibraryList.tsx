import { libraryKeys } from '@plumbline/contract/reports/templates.library';
import { useTranslation } from 'react-i18next';
import type { LibraryEntry } from './library.ts';

/** The ready templates, each with what it is for and the standard that it follows. */
export function LibraryList({
  entries,
  chosen,
  onChoose,
}: {
  entries: Readonly<Record<LibraryEntry['key'], LibraryEntry>>;
  /** Absent = choosing one leads on. */
  chosen?: LibraryEntry['key'];
  onChoose: (key: LibraryEntry['key']) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="rt-library" aria-label={t('reportTemplates:library.title')}>
      {libraryKeys.map((key) => (
        <li key={key}>
          <button type="button" aria-pressed={chosen && key === chosen} onClick={() => onChoose(key)}>
            <b>{entries[key].name}</b>
            <span className="pl-sm pl-2">{entries[key].about}</span>
            <span className="pl-sm pl-3">{entries[key].source}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
