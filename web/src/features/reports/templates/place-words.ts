import type { TFunction } from 'i18next';

/** Where something is in a Word document: `body 12`, `body table 2 row 3`, in words. */
export function placeWords(place: string, t: TFunction): string {
  const [, part = '', table, row, paragraph] = /^(\w+)(?: table (\d+) row (\d+)| (\d+))?/.exec(place) ?? [];
  const within =
    table === undefined
      ? t('reportTemplates:word.paragraph', { paragraph: paragraph ?? 1 })
      : t('reportTemplates:word.tableRow', { table, row });
  const partNames = ['header', 'footer', 'footnotes', 'endnotes'] as const;
  const named = partNames.find((each) => each === part);
  return named ? t('reportTemplates:word.inPart', { part: t(`reportTemplates:word.parts.${named}`), within }) : within;
}

/** Where something is in a cover: `Cover!B7`, or the sheet alone for its page header and text boxes, in words. */
export function cellWords(place: string, t: TFunction): string {
  const [, sheet, cell] = /^(.*)!([A-Z]+\d+)$/su.exec(place) ?? [];
  return cell === undefined
    ? t('reportTemplates:excel.beside', { sheet: place })
    : t('reportTemplates:excel.cell', { sheet, cell });
}
