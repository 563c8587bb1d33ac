import { ReloadOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { projects } from '@plumbline/contract/site/projects';
import { Button, Checkbox, DatePicker, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { ConfirmDestructive } from '../ConfirmDestructive.tsx';
import { type Columns, DataTable, numeric } from '../DataTable.tsx';
import { IconButton } from '../IconButton.tsx';
import { LevelTag } from '../Level.tsx';
import { Pages } from '../Pages.tsx';
import { Pane, Panes } from '../Pane.tsx';
import { Field, SchemaForm } from '../SchemaForm.tsx';
import { SettledSearch } from '../SettledSearch.tsx';
import { SidePanel } from '../SidePanel.tsx';
import { Empty } from '../States.tsx';
import { useToasts } from '../Toasts.tsx';
import { Segmented, Toolbar } from '../Toolbar.tsx';
import { Value } from '../Value.tsx';

interface Row {
  readonly id: number;
  readonly level: number;
  readonly name: string;
  readonly value: number;
}
const pageSize = 250;
const all: readonly Row[] = Array.from({ length: 500 }, (_, i) => ({
  id: i,
  level: [4, 3, 2, 1, 0][Math.min(4, i)] ?? 0,
  name: `CV-${400 + i}`,
  value: Math.sin(i / 9) * 20,
}));
const columns: Columns<Row> = [
  { title: 'Level', key: 'level', width: 120, render: (_, row) => <LevelTag level={row.level} /> },
  { title: 'Point', key: 'name', dataIndex: 'name', sorter: (a, b) => a.name.localeCompare(b.name) },
  { ...numeric('Value', 'mm'), key: 'value', width: 140, render: (_, row) => <Value value={row.value} strong /> },
];

/** Buttons, fields, form, table, drawer, dialog and toasts. */
export function ControlParts() {
  return (
    <Panes columns="repeat(auto-fit, minmax(420px, 1fr))" style={{ marginTop: 1 }}>
      <ButtonPart />
      <FormPart />
      <TablePart />
    </Panes>
  );
}

function ButtonPart() {
  const toasts = useToasts();
  const [destroying, setDestroying] = useState(false);
  return (
    <Pane title="Buttons and fields">
      <div className="pl-col">
        <div className="pl-row" style={{ flexWrap: 'wrap' }}>
          <Button type="primary">Primary</Button>
          <Button>Default</Button>
          <Button type="text">Text</Button>
          <Button danger onClick={() => setDestroying(true)}>
            Delete
          </Button>
          <Button disabled>Disabled</Button>
          <Button size="small">Small</Button>
          <Button icon={<ReloadOutlined />} aria-label="Refresh" />
          <IconButton icon={<ReloadOutlined />} label="Read again" onClick={() => toasts.done('Read again')} />
        </div>
        <div className="pl-row">
          <Input placeholder="Placeholder" />
          <InputNumber defaultValue={1000} suffix="mm" />
        </div>
        <div className="pl-row">
          <Select
            defaultValue="a"
            options={[
              { value: 'a', label: 'All levels' },
              { value: 'b', label: 'Red' },
            ]}
            style={{ width: 160 }}
          />
          <DatePicker />
          <Switch defaultChecked />
          <Checkbox defaultChecked>Check</Checkbox>
        </div>
        <ToastButtons />
      </div>
      <ConfirmDestructive
        open={destroying}
        title="Delete PZ-240-2 and its data?"
        lost="11,204 readings from 12 Apr 2025 and 9 alerts are deleted. This cannot be undone."
        action="Delete all"
        requiresPassword
        onConfirm={async () => {
          throw new Failure('wrongPassword');
        }}
        onClose={() => setDestroying(false)}
      />
    </Pane>
  );
}

function ToastButtons() {
  const toasts = useToasts();
  return (
    <div className="pl-row">
      <Button onClick={() => toasts.done('Saved')}>Done</Button>
      <Button onClick={() => toasts.failed(new Failure('busy'))}>Failed</Button>
      <Button
        onClick={() =>
          toasts.alert({
            key: 'a',
            level: 4,
            title: 'IN-07 reached Red',
            detail: '40.612 mm, threshold 40.000 mm',
            onOpen: () => undefined,
          })
        }
      >
        Alert
      </Button>
    </div>
  );
}

function FormPart() {
  return (
    <Pane title="Form" count="judged by the contract">
      <SchemaForm
        schema={projects.create.input}
        fixed={{ corporationId: 1 }}
        onSubmit={async () => {
          throw new Failure('nameTaken');
        }}
        foot={(busy) => (
          <Button type="primary" htmlType="submit" loading={busy}>
            Save
          </Button>
        )}
      >
        <Field name="name" label="Name">
          <Input />
        </Field>
        <Field name="timeZone" label="Time zone" help="Times of the project are shown in it.">
          <Input placeholder="Asia/Shanghai" />
        </Field>
      </SchemaForm>
    </Pane>
  );
}

function TablePart() {
  const [quantity, setQuantity] = useState<'value' | 'cumulative' | 'rate'>('value');
  const [open, setOpen] = useState<Row | null>(null);
  const [word, setWord] = useState('');
  const [page, setPage] = useState(1);
  const rows = all.filter(({ name }) => name.includes(word));
  return (
    <Pane flush className="pl-gallery-table">
      <Toolbar label="Toolbar">
        <Segmented
          label="Quantity"
          value={quantity}
          onChange={setQuantity}
          options={[
            { value: 'value', label: 'Value' },
            { value: 'cumulative', label: 'Cumulative' },
            { value: 'rate', label: 'Rate' },
          ]}
        />
        <SettledSearch
          widthPx={160}
          label="Told when typing rests"
          value={word}
          onSettled={(next) => {
            setWord(next);
            setPage(1);
          }}
        />
        <span className="pl-gap" />
        <Pages at={page} pageSize={pageSize} total={rows.length} onChange={setPage} />
      </Toolbar>
      <div style={{ height: 320, display: 'flex' }}>
        <DataTable
          rows={rows.slice((page - 1) * pageSize, page * pageSize)}
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={setOpen}
          isOpen={(row) => row.id === open?.id}
          needsAttention={(row) => row.level === 4}
          empty={<Empty title="Nothing" />}
        />
      </div>
      <SidePanel
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open?.name}
        foot={<Button type="primary">Confirm</Button>}
      >
        <Value value={open?.value} unit="mm" strong />
      </SidePanel>
    </Pane>
  );
}
