import type { MovedPoint } from '@plumbline/contract/views/tracks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { levelColumns } from '../surveys/survey-rows.parts.tsx';
import { mmColumn, movementColumns } from './plan-table.tsx';

interface VectorRow {
  readonly pointId: number;
  readonly name: string;
  readonly structure: string;
  readonly north: number | null;
  readonly east: number | null;
  readonly up: number | null;
  readonly horizontal: number | null;
  readonly azimuthDeg: number | null;
  readonly level: number | null;
}

const rowOf = ({ pointId, name, structure, moved, level }: MovedPoint): VectorRow => ({
  pointId,
  name,
  structure,
  north: moved?.north ?? null,
  east: moved?.east ?? null,
  up: moved?.up ?? null,
  horizontal: moved?.horizontal ?? null,
  azimuthDeg: moved?.azimuthDeg ?? null,
  level,
});

const isOfSeveral = (rows: readonly VectorRow[]): boolean => new Set(rows.map(({ structure }) => structure)).size > 1;

/** Every point with its movement; a row opens the point. */
export function VectorsTable({
  points,
  pointId,
  between,
  onOpen,
}: {
  points: readonly MovedPoint[];
  pointId: number;
  between: string;
  onOpen: (pointId: number) => void;
}) {
  const { t } = useTranslation();
  const rows = useMemo(() => points.map(rowOf), [points]);
  const columns = useMemo(
    (): Columns<VectorRow> => [
      {
        title: t('tracks:point'),
        key: 'name',
        width: 120,
        ellipsis: true,
        render: (_, { name }) => <span className="pl-b">{name}</span>,
      },
      ...(isOfSeveral(rows)
        ? [{ title: t('tracks:structure'), key: 'structure', width: 112, ellipsis: true, dataIndex: 'structure' }]
        : []),
      ...movementColumns<VectorRow>(t),
      mmColumn<VectorRow>(t('tracks:up'), 'up', (row) => row.up),
      ...levelColumns(rows, t),
    ],
    [t, rows],
  );
  return (
    <div className="tk-side">
      <h2 className="pl-sm">
        <span className="pl-b">{t('tracks:movements')}</span> <span className="pl-3">{between}</span>
      </h2>
      <DataTable
        dense
        rows={rows}
        columns={columns}
        rowKey={(row) => row.pointId}
        onOpen={(row) => onOpen(row.pointId)}
        isOpen={(row) => row.pointId === pointId}
      />
    </div>
  );
}
