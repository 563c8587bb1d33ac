import './dial-in.css';
import { type Model, models } from '@plumbline/contract/devices/models';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { useState } from 'react';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { type MapRow, RegisterMap } from './RegisterMap.tsx';
import { RegisterTrial } from './RegisterTrial.tsx';

const map: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'registers', label: 'dialIn:section.map', tips: 'dialIn:rowsTip', span: 2 },
];

/** The register map of a model as a form, and beside it what it makes of pasted frames, at each key. */
export function ModelRegisters({ model, isReadOnly }: { model: Model; isReadOnly: boolean }) {
  const { run: update } = useWrite(models.update);
  const [draft, setDraft] = useState<readonly MapRow[]>(model.registers);
  return (
    <div className="di-trial-split">
      <FormTab
        schema={models.update.input}
        fixed={{ modelId: model.id }}
        record={model}
        initial={{ registers: model.registers }}
        sections={[{ fields: map }]}
        onChange={(values) => setDraft(values['registers'] as readonly MapRow[])}
        slots={{
          registers: ({ value, onChange, readOnly }) => (
            <RegisterMap
              rows={(value as MapRow[] | undefined) ?? []}
              channels={channelsOf(model, (value as MapRow[] | undefined) ?? [])}
              sample={null}
              isReadOnly={readOnly}
              onChange={onChange}
            />
          ),
        }}
        {...(isReadOnly ? { readOnly: true } : {})}
        onSave={async (input: never, precondition) => {
          await update(input, precondition);
        }}
      />
      <RegisterTrial rows={draft} />
    </div>
  );
}

/** The channels of a new device of the model, those on the device itself, and those that rows name. */
function channelsOf({ channels, maxChannels }: Model, rows: readonly MapRow[]): string[] {
  const channelNumbers = channels.map(({ number }) => number);
  const numbered = Array.from({ length: Math.min(maxChannels, 64) }, (_, at) => String(at + 1));
  const named = rows.flatMap(({ channel }) => channel ?? []);
  const all = [...new Set([...channelNumbers, ...numbered, ...named])];
  return all.length === 0 ? ['1'] : all;
}
