import { useTranslation } from 'react-i18next';
import { formatZone, missing } from '../../kernel/format.ts';
import { type Columns, numeric } from '../DataTable.tsx';
import { type DisplayFormat, type FormatOptions, formatAs } from '../formats.ts';

/** One value in a display format, its unit behind it. */
export function Format({
  as,
  value,
  unit,
  ...options
}: { as: DisplayFormat; value: unknown; unit?: string | undefined } & FormatOptions) {
  const { t } = useTranslation();
  const text = formatAs(as, value, t, options);
  const title =
    as === 'DATE' && text !== missing && !options.day ? formatZone(options.zone, value as string) : undefined;
  return (
    <span className={`pl-value${text === missing ? ' missing' : ''}`} title={title}>
      <i>{text}</i>
      {unit && text !== missing && <span className="u">{unit}</span>}
    </span>
  );
}

/** A column of a DataTable in a display format: numbers at the right with the unit in the heading. */
export function formatColumn<T>(
  as: DisplayFormat,
  {
    title,
    unit,
    read,
    key,
    ...props
  }: { title: string; unit?: string; key: string; read: (row: T) => unknown; widthPx?: number } & FormatOptions,
): Columns<T>[number] {
  const { widthPx, ...options } = props;
  return {
    ...(as === 'NUMBER' || as === 'BYTE' ? numeric(title, unit) : { title }),
    key,
    ...(widthPx === undefined ? {} : { width: widthPx }),
    render: (_: unknown, row: T) => <Format as={as} value={read(row)} {...options} />,
  };
}
