import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { points } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import type { MasterConfig } from '@plumbline/contract/points/points.point';
import { Checkbox, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { useOptions } from '../../../design/form/use-options.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import type { TabProps } from '../points/point-tab.parts.ts';
import { ChordsInput } from './ChordsInput.tsx';
import { ClosingInput } from './ClosingInput.tsx';
import { MasterHistory } from './MasterHistory.tsx';
import {
  configFrom,
  type MasterRow,
  masterRows,
  type RowSettings,
  settingsOfFamily,
  wholeConfigOf,
} from './master-rows.ts';
import { SlavesInput } from './SlavesInput.tsx';

const slaves: FieldDefinition = {
  type: 'slot',
  prop: 'slaves',
  label: 'points:slaves.title',
  tips: 'points:master.help',
  span: 2,
};
const section: FieldDefinition = { type: 'slot', prop: 'master', label: 'points:master.section', span: 2 };
const closing: FieldDefinition = {
  type: 'slot',
  prop: 'master',
  label: 'points:master.closing',
  tips: 'points:master.closingHelp',
  span: 2,
};
const since: readonly FieldDefinition[] = [
  {
    type: 'DATE',
    inputType: 'datetime',
    prop: 'validFrom',
    label: 'points:master.validFrom',
    tips: 'points:master.validFromHelp',
    visibleWhen: { prop: 'fromBeginning', is: false },
  },
  { type: 'CHECK', prop: 'fromBeginning', label: 'points:master.fromBeginning' },
];
const reason: FieldDefinition = { type: 'INPUT', prop: 'reason', label: 'points:reason', span: 2 };

/** The points that a master joins, in order, each with its length or distance, and what of them is held to be firm. */
export function MasterTab({ point, readOnly }: TabProps) {
  const { run: setSlaves } = useWrite(points.setSlaves);
  const { project } = useProject();
  const rows = useOptions('points', points.rows, { projectId: project.id });
  const settings = settingsOfFamily(point.family);
  const [now, setNow] = useState<{ slaves?: readonly MasterRow[]; master?: MasterConfig }>({});
  const slaveRows = now.slaves ?? masterRows(point);
  const ofFamily = rows.data?.rows.filter(
    ({ id, family, type }) => id !== point.id && family === point.family && type !== 3,
  );
  return (
    <div className="pt-tab">
      <FormTab
        schema={points.setSlaves.input}
        fixed={{ pointId: point.id }}
        record={point}
        initial={{ slaves: masterRows(point), master: wholeConfigOf(point), fromBeginning: false, reason: '' }}
        zone={project.timeZone}
        sections={[
          { fields: [slaves, ...(settings.section ? [section] : settings.closing ? [closing] : []), ...since, reason] },
        ]}
        slots={{
          slaves: ({ value, onChange, readOnly: closed }) => {
            const each = (value as MasterRow[] | undefined) ?? [];
            return (
              <SlavesInput
                value={each}
                onChange={onChange}
                rows={ofFamily}
                named={false}
                closed={closed}
                settingsOf={(at) => (
                  <RowFields
                    row={each[at]}
                    {...{ settings, at, closed }}
                    onChange={(part) => onChange(withRow(each, at, part))}
                  />
                )}
              />
            );
          },
          master: (slot) => (
            <ConfigInput {...{ point, slot, shown: slaveRows, ofFamily }} isClosing={settings.closing} />
          ),
        }}
        readOnly={readOnly}
        onChange={(values) => setNow(values as typeof now)}
        onSave={async (input: never, precondition) => {
          const master = configFrom(slaveRows, now.master ?? wholeConfigOf(point));
          await setSlaves({ ...(input as object), master } as never, precondition);
        }}
      />
      <MasterHistory point={point} />
    </div>
  );
}

/** What is set of a master as a whole: the far end of a line, or the chords of a section. */
function ConfigInput({
  point,
  slot: { value, onChange, readOnly: closed },
  shown,
  ofFamily,
  isClosing,
}: {
  point: TabProps['point'];
  slot: Slot;
  shown: readonly MasterRow[];
  ofFamily: readonly PointRow[] | undefined;
  isClosing: boolean;
}) {
  const config = (value as MasterConfig | undefined) ?? wholeConfigOf(point);
  if (isClosing) return <ClosingInput value={config} closed={closed} onChange={onChange} />;
  const slaves = shown.map(({ pointId }) => pointId);
  return <ChordsInput value={config} slaves={slaves} rows={ofFamily} closed={closed} onChange={onChange} />;
}

/** One row changed; of all rows at most one is firm. */
const withRow = (rows: readonly MasterRow[], at: number, part: Partial<MasterRow>): MasterRow[] =>
  rows.map((row, i) => (i === at ? { ...row, ...part } : part.isFixed ? { ...row, isFixed: false } : row));

function RowFields({
  row,
  at,
  settings,
  closed,
  onChange,
}: {
  row: MasterRow | undefined;
  at: number;
  settings: RowSettings;
  closed: boolean;
  onChange: (part: Partial<MasterRow>) => void;
}) {
  const { t } = useTranslation();
  const key = settings.length ? 'lengthMm' : 'chainageM';
  const word = t(settings.length ? 'points:master.length' : 'points:master.chainage');
  return (
    <>
      {settings.length || settings.chainage ? (
        <InputNumber
          aria-label={word}
          placeholder={word}
          controls={false}
          readOnly={closed}
          suffix={settings.length ? 'mm' : 'm'}
          value={row?.[key] ?? null}
          onChange={(value) => onChange({ [key]: value })}
        />
      ) : (
        <span />
      )}
      <span className="pl-row tight">
        {settings.fixed && (
          <Checkbox
            disabled={closed}
            checked={row?.isFixed ?? false}
            onChange={({ target }) => onChange({ isFixed: target.checked })}
          >
            {t('points:master.fixed')}
          </Checkbox>
        )}
        {settings.turns && at > 0 && (
          <Checkbox
            disabled={closed}
            title={t('points:master.turnsHelp')}
            checked={row?.turns ?? false}
            onChange={({ target }) => onChange({ turns: target.checked })}
          >
            {t('points:master.turns')}
          </Checkbox>
        )}
      </span>
    </>
  );
}
