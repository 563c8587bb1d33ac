import { CopyOutlined, FileExcelOutlined, FileTextOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { writeCells } from '../../../design/clipboard.ts';
import {
  boundsOf,
  cellData,
  cellOfSheet,
  cellsOf,
  type GridColumn,
  headingOf,
  selectedCells,
} from '../../../design/data-grid/columns.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { copyText } from '../../../kernel/clipboard.ts';
import { useProject } from '../../../kernel/project.tsx';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { saveXlsx } from '../../../kernel/save-xlsx.ts';

/** A table as it is shown. */
export interface ShownTable {
  readonly columns: readonly GridColumn[];
  readonly order: readonly number[];
}

/** What numbers of a column look like in a workbook. */
const numberFormat = (precision: number): string => (precision === 0 ? '0' : `0.${'0'.repeat(precision)}`);

/** The table as text for a spreadsheet, as CSV, as a workbook: the cells that are shown, in the order that is shown. */
export function TableFiles({ table, title }: { table: ShownTable | null; title: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { timeZone } = useProject().project;
  const { columns = [], order = [] } = table ?? {};
  const heading = columns.map(headingOf);
  const copy = async (): Promise<void> => {
    const all = { row: 0, column: 0, toRow: order.length - 1, toColumn: columns.length - 1 };
    const cells = order.length === 0 ? [] : selectedCells(columns, order, all, timeZone);
    if (await copyText(writeCells([heading, ...cells])))
      toasts.done(t('tables:copied', { count: boundsOf(all).bottom + 1 }));
  };
  const xlsx = (): Promise<void> =>
    saveXlsx(
      `${title}.xlsx`,
      title,
      columns.map((column, i) => ({
        header: heading[i] ?? '',
        ...(column.kind === 'time' && { format: 'yyyy-mm-dd hh:mm:ss' }),
        ...(column.kind === 'number' && { format: numberFormat(column.precision) }),
      })),
      cellsOf(columns, order, (column, row) => cellOfSheet(column, row, timeZone)),
    );
  const isEmpty = order.length === 0;
  return (
    <span className="pl-row tight">
      <IconButton
        icon={<CopyOutlined />}
        label={t('tables:copy')}
        disabled={isEmpty}
        onClick={() => void copy().catch(toasts.failed)}
      />
      <IconButton
        icon={<FileTextOutlined />}
        label={t('tables:csv')}
        disabled={isEmpty}
        onClick={() =>
          saveCsv(
            `${title}.csv`,
            heading,
            cellsOf(columns, order, (column, row) => cellData(column, row, timeZone)),
          )
        }
      />
      <IconButton
        icon={<FileExcelOutlined />}
        label={t('tables:xlsx')}
        disabled={isEmpty}
        onClick={() => void xlsx().catch(toasts.failed)}
      />
    </span>
  );
}
