import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';

/** Shows the result of a sheet, line by line: the columns that nobody knows, `children` in between, then the lines. */
export function LineTable<T extends { readonly row: number }>({
  unknown,
  rows,
  columns,
  none,
  children,
}: {
  /** Headings of the sheet that name no column. */
  unknown: readonly string[];
  rows: readonly T[];
  columns: Columns<T>;
  /** Said where there is no line. */
  none: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      {unknown.length > 0 && <p className="pl-notice pl-sm">{t('sheets:unknown', { columns: unknown.join(', ') })}</p>}
      {children}
      <div className="sh-lines">
        <DataTable
          dense
          rows={rows}
          columns={columns}
          rowKey={({ row }) => row}
          widthPx={320}
          empty={<Empty title={none} />}
        />
      </div>
    </>
  );
}
