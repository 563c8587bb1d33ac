import { Excavation, maxExcavations, maxLayers, SoilLayer, soils } from '@plumbline/contract/points/strata';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridColumn } from '../../../design/form/EditableTable.tsx';
import { type ExcavationRow, type LayerRow, nextLayer, overlapAt, repeatAt } from './strata-rows.ts';

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly closed: boolean;
}

/** The layers from the top down. */
export function LayerTable({ rows, onChange, closed }: TableProps<LayerRow>) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): GridColumn[] => [
      { type: 'NUMBER', prop: 'topM', label: t('strata:topM'), unit: 'm', widthPx: 84 },
      { type: 'NUMBER', prop: 'bottomM', label: t('strata:bottomM'), unit: 'm', widthPx: 84 },
      {
        type: 'SELECT',
        prop: 'soil',
        label: t('strata:soil'),
        widthPx: 130,
        options: soils.map((soil) => ({ value: soil, label: t(`strata:soils.${soil}`) })),
      },
      { type: 'INPUT', prop: 'name', label: t('strata:name'), widthPx: 160 },
    ],
    [t],
  );
  const overlap = overlapAt(rows);
  return (
    <EditableTable<LayerRow>
      label={t('strata:layers')}
      columns={columns}
      rows={rows}
      onChange={onChange}
      schema={SoilLayer}
      newRow={() => nextLayer(rows)}
      issues={overlap === null ? [] : [{ row: overlap, prop: 'topM', words: t('forms:issue.layersOverlap') }]}
      readOnly={closed}
      maxRows={maxLayers}
    />
  );
}

/** How deep the pit was on which day. */
export function ExcavationTable({ rows, onChange, closed }: TableProps<ExcavationRow>) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): GridColumn[] => [
      { type: 'DATE', prop: 'on', label: t('strata:on'), widthPx: 140 },
      { type: 'NUMBER', prop: 'depthM', label: t('strata:depthM'), unit: 'm', widthPx: 110 },
    ],
    [t],
  );
  const repeat = repeatAt(rows);
  return (
    <EditableTable<ExcavationRow>
      label={t('strata:excavations')}
      columns={columns}
      rows={rows}
      onChange={onChange}
      schema={Excavation}
      newRow={() => ({})}
      issues={repeat === null ? [] : [{ row: repeat, prop: 'on', words: t('forms:issue.daysRepeat') }]}
      readOnly={closed}
      maxRows={maxExcavations}
    />
  );
}
