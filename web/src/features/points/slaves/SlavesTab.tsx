import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import type { Slave } from '@plumbline/contract/points/points.point';
import { useState } from 'react';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { FormulasInput, ParametersInput } from '../points/formulas.parts.tsx';
import type { TabProps } from '../points/point-tab.parts.ts';
import { MasterTab } from './MasterTab.tsx';
import { SlavesInput } from './SlavesInput.tsx';

const slaves: FieldDefinition = { type: 'slot', prop: 'slaves', label: 'points:slaves.title', span: 2 };
const ofComposite: readonly FieldDefinition[] = [
  slaves,
  { type: 'slot', prop: 'customFormula', label: 'points:formula.own', tips: 'points:slaves.formulaHelp', span: 2 },
  { type: 'slot', prop: 'parameters', label: 'points:parameters', span: 2 },
  { type: 'INPUT', prop: 'reason', label: 'points:reason', span: 2 },
];
const noSlaves: readonly Slave[] = [];

/** Tab "slaves": what a composite is computed from, or what a master joins, in order. */
export const SlavesTab = (props: TabProps) =>
  props.point.type === 3 ? <MasterTab {...props} /> : <CompositeTab {...props} />;

function CompositeTab({ point, readOnly }: TabProps) {
  const { run: setSlaves } = useWrite(points.setSlaves);
  const { project } = useProject();
  const rows = useOptions('points', points.rows, { projectId: project.id });
  const [now, setNow] = useState<{ slaves?: readonly Slave[]; parameters?: Record<string, number> }>({});
  const names = (now.slaves ?? point.slaves).flatMap(({ variable }) => (variable ? [variable] : []));
  return (
    <div className="pt-tab">
      <FormTab
        schema={points.setSlaves.input}
        fixed={{ pointId: point.id }}
        record={point}
        initial={{
          slaves: point.slaves,
          reason: '',
          customFormula: point.customFormula,
          parameters: point.parameters,
        }}
        sections={[{ fields: ofComposite }]}
        slots={{
          slaves: ({ value, onChange, readOnly: closed }) => (
            <SlavesInput
              value={(value as Slave[] | undefined) ?? noSlaves}
              onChange={onChange}
              rows={rows.data?.rows.filter(({ id }) => id !== point.id)}
              named
              closed={closed}
            />
          ),
          customFormula: ({ value, onChange, readOnly: closed }) => (
            <fieldset disabled={closed} className="pt-closed">
              <FormulasInput
                value={(value as Record<string, string> | undefined) ?? {}}
                onChange={onChange}
                family={point.family}
                fields={fieldsOf(point.family, Math.min(point.nodeCount, 4))}
                quantities={names}
                system={[]}
                parameters={now.parameters ?? point.parameters}
              />
            </fieldset>
          ),
          parameters: ({ value, onChange, readOnly: closed }) => (
            <fieldset disabled={closed} className="pt-closed">
              <ParametersInput value={(value as Record<string, number>) ?? {}} onChange={onChange} system={[]} own />
            </fieldset>
          ),
        }}
        errorField={{ formulaIllegal: 'customFormula' }}
        readOnly={readOnly}
        onChange={(values) => setNow(values as typeof now)}
        onSave={async (input: never, precondition) => {
          await setSlaves(input, precondition);
        }}
      />
    </div>
  );
}
