import './strata.css';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { strata as routes } from '@plumbline/contract/points/strata';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { TabProps } from '../points/point-tab.parts.ts';
import { StrataHistory } from './StrataHistory.tsx';
import { StrataSketch } from './StrataSketch.tsx';
import { ExcavationTable, LayerTable } from './StrataTables.tsx';
import type { ExcavationRow, LayerRow } from './strata-rows.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'layers', label: 'strata:layers', tips: 'strata:layersHelp', span: 2 },
  { type: 'slot', prop: 'excavations', label: 'strata:excavations', tips: 'strata:excavationsHelp', span: 2 },
  { type: 'INPUT', prop: 'reason', label: 'strata:reason', tips: 'strata:reasonHelp', span: 2 },
];

/** Tab "strata": the layers beside a casing and how deep the pit was dug when, as tables and as they are drawn. */
export function StrataTab({ point, readOnly }: TabProps) {
  const { run: setStrata } = useWrite(routes.set);
  const query = useRead(routes.get, { pointId: point.id });
  return (
    <div className="pt-tab">
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ strata }) => (
          <>
            <FormTab
              schema={routes.set.input}
              fixed={{ pointId: point.id }}
              record={strata}
              initial={{ layers: strata.layers, excavations: strata.excavations, reason: '' }}
              sections={[{ fields }]}
              slots={{
                layers: ({ value, onChange, readOnly: closed }) => (
                  <div className="strata-layers">
                    <div className="strata-table">
                      <LayerTable rows={(value as LayerRow[] | undefined) ?? []} {...{ onChange, closed }} />
                    </div>
                    <StrataSketch point={point} />
                  </div>
                ),
                excavations: ({ value, onChange, readOnly: closed }) => (
                  <div className="strata-table strata-levels">
                    <ExcavationTable rows={(value as ExcavationRow[] | undefined) ?? []} {...{ onChange, closed }} />
                  </div>
                ),
              }}
              readOnly={readOnly}
              onSave={async (input: never, precondition) => {
                await setStrata(input, precondition);
              }}
            />
            <StrataHistory point={point} strata={strata} isClosed={Boolean(readOnly)} />
          </>
        )}
      </Answer>
    </div>
  );
}
