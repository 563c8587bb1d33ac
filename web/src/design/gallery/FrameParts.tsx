import { limits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import { schemaOf } from '@plumbline/contract/kernel/forms';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { type Columns, DataTable } from '../DataTable.tsx';
import { EditableTable, type GridColumn, type GridIssue, type GridRow } from '../form/EditableTable.tsx';
import { Fields } from '../form/Fields.tsx';
import { FileDrop } from '../form/FileDrop.tsx';
import { formatColumn } from '../form/Format.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FormTab } from '../form/FormTab.tsx';
import { JobProgress } from '../form/JobProgress.tsx';
import { confirmLeaving } from '../form/leave.tsx';
import { StepWizard } from '../form/StepWizard.tsx';
import { type LongColumn, LongTable } from '../LongTable.tsx';
import { Pane, Panes } from '../Pane.tsx';
import { type FormHandle, SchemaForm } from '../SchemaForm.tsx';
import { definitions, filled } from './field-examples.ts';

const few = definitions.filter((each) => ['name', 'address', 'depth', 'interval', 'mode'].includes(each.prop));
const schema = schemaOf(few);

const manyRows = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1, depthM: (i % 300) / 10 }));
const longColumns: readonly LongColumn<(typeof manyRows)[number]>[] = [
  { key: 'name', title: 'Point', widthPx: 140, sort: 'ascend', render: ({ id }) => <b>PZ-{id}</b> },
  { key: 'depth', title: 'Depth, m', widthPx: 100, right: true, render: ({ depthM }) => depthM.toFixed(1) },
];

const columns: readonly GridColumn[] = [
  { type: 'INPUT', prop: 'name', label: 'Point', rules: { required: true, maxLength: 32 }, widthPx: 140 },
  {
    type: 'SELECT',
    prop: 'family',
    label: 'Measurement',
    rules: { required: true },
    options: ['Water level', 'Tilt', 'Temperature', 'Crack'].map((word) => ({
      value: word.toLowerCase(),
      label: word,
    })),
  },
  { type: 'NUMBER', prop: 'depth', label: 'Depth', unit: 'm', rules: { minimum: 0, maximum: 150 } },
  { type: 'CHECK', prop: 'locked', label: 'Locked' },
  { type: 'DATE', prop: 'since', label: 'Since' },
];
const rowSchema = schemaOf(columns);
const many: readonly GridRow[] = Array.from({ length: 1_200 }, (_, i) => ({
  name: i === 7 ? '' : `PZ-${100 + i}`,
  family: i === 3 ? 'Watr level' : 'water level',
  depth: i === 5 ? '12..5' : i / 10,
  locked: i % 9 === 0,
  since: '2026-03-18',
}));

const objections: readonly GridIssue[] = [{ row: 10, prop: 'name', words: 'This name exists already' }];

interface Station {
  readonly id: number;
  readonly at: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly wind: number;
  readonly size: number;
  readonly on: number;
  readonly value: number;
}
const stations: readonly Station[] = [
  {
    id: 1,
    at: '2026-03-18T06:00:00Z',
    latitude: 30.5928,
    longitude: 114.3054,
    wind: 40,
    size: 1_536,
    on: 1,
    value: 92.318,
  },
  {
    id: 2,
    at: '2026-03-18T07:00:00Z',
    latitude: -33.99999999999,
    longitude: -70.6,
    wind: 350,
    size: 31_457_280,
    on: 0,
    value: 0.00085,
  },
];
const formats: Columns<Station> = [
  formatColumn('DATE', { title: 'DATE', key: 'at', read: (row: Station) => row.at, zone: 'Asia/Shanghai' }),
  formatColumn('LAT_DMS', { title: 'LAT_DMS', key: 'lat', read: (row: Station) => row.latitude }),
  formatColumn('LNG_DMS', { title: 'LNG_DMS', key: 'lng', read: (row: Station) => row.longitude }),
  formatColumn('WIND_DIRECTION', { title: 'WIND_DIRECTION', key: 'wind', read: (row: Station) => row.wind }),
  formatColumn('NUMBER_TO_BOOLEAN', { title: 'NUMBER_TO_BOOLEAN', key: 'on', read: (row: Station) => row.on }),
  formatColumn('BYTE', { title: 'BYTE', key: 'size', read: (row: Station) => row.size }),
  formatColumn('NUMBER', { title: 'NUMBER', unit: 'm', key: 'value', read: (row: Station) => row.value }),
];

/** A table of 1,200 rows, three of them wrong, and one that somebody else objects to. */
function TablePart() {
  const [rows, setRows] = useState(many);
  const [wrongCells, setWrongCells] = useState(0);
  return (
    <Pane title="Editable table" count={`${wrongCells} cells wrong`} className="pl-gallery-grid">
      <EditableTable
        label="Points"
        columns={columns}
        rows={rows}
        onChange={setRows}
        schema={rowSchema}
        newRow={() => ({ family: 'tilt' })}
        issues={objections}
        onWrong={setWrongCells}
        heightPx={380}
      />
    </Pane>
  );
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 400));

function DialogPart() {
  const [dialog, setDialog] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  return (
    <Pane title="Dialog" count="Ctrl+Enter saves, the server refuses">
      <Button onClick={() => setDialog(true)}>Open the dialog</Button>
      {dialog && (
        <FormDialog
          title="New point"
          schema={schema}
          fields={few}
          initial={{ mode: 'vw' }}
          onSave={async () => {
            await pause();
            throw new Failure('nameTaken');
          }}
          onClose={() => setDialog(false)}
        />
      )}
      <h4 style={{ margin: '20px 0 8px' }}>File</h4>
      <FileDrop
        takes={{ types: ['.xlsx', '.csv'], maxBytes: limits.deviceImportBytes }}
        file={file}
        onFile={setFile}
        label="Drop the spreadsheet here, or choose it"
      />
    </Pane>
  );
}

function TabPart() {
  const [stored, setStored] = useState<Record<string, unknown>>(filled);
  const [locked, setLocked] = useState(false);
  return (
    <Pane
      title="Tab of a page"
      count="change something"
      action={
        <Button size="small" onClick={() => confirmLeaving(() => setLocked(!locked))}>
          {locked ? 'Open' : 'Snapshot'}
        </Button>
      }
    >
      <FormTab
        key={String(locked)}
        schema={schema}
        initial={stored}
        sections={[
          { title: 'Name', fields: few.slice(0, 2) },
          { title: 'Collection', tips: 'How often the device delivers.', fields: few.slice(2) },
        ]}
        readOnly={locked ? 'A snapshot: it can be read and not changed.' : undefined}
        onSave={async (input: never) => {
          await pause();
          setStored({ ...stored, ...(input as Record<string, unknown>) });
        }}
      />
    </Pane>
  );
}

function Steps() {
  const step = useRef<FormHandle>(null);
  return (
    <StepWizard
      steps={[
        {
          key: 'name',
          title: 'Point',
          content: (
            <SchemaForm handle={step} schema={schema} onSubmit={pause}>
              <Fields fields={few} />
            </SchemaForm>
          ),
          check: async () => step.current?.check() != null,
        },
        { key: 'device', title: 'Device', optional: true, content: <p>Nothing to fill in here.</p> },
        { key: 'look', title: 'Look it over', content: <p>All is as it should be.</p> },
      ]}
      finish="Make the point"
      onFinish={async () => {
        await pause();
        throw new Failure('busy');
      }}
    />
  );
}

function Jobs() {
  return (
    <div className="pl-col">
      <JobProgress title="Points from a table" state="queued" done={0} total={1_204} onCancel={pause} />
      <JobProgress
        title="Points from a table"
        state="running"
        done={410}
        total={1_204}
        startedAt={Date.now() - 9_000}
        onCancel={async () => {
          await pause();
          throw new Failure('busy');
        }}
      />
      <JobProgress title="Reading the file" state="running" done={31_204} total={null} />
      <JobProgress title="Points from a table" state="done" done={1_204} total={1_204} result="1,204 points made">
        <Button size="small" type="link">
          Show them
        </Button>
      </JobProgress>
      <JobProgress
        title="Points from a table"
        state="failed"
        done={410}
        total={1_204}
        error={new Failure('unavailable')}
        onRetry={() => undefined}
      />
      <JobProgress title="Points from a table" state="cancelled" done={410} total={1_204} />
    </div>
  );
}

/** Dialog, tab, wizard, job, file, table that is written in, display formats. */
export function FrameParts() {
  return (
    <Panes columns="repeat(auto-fit, minmax(min(460px, 100%), 1fr))" style={{ marginTop: 1 }}>
      <DialogPart />
      <TabPart />
      <Pane title="Steps">
        <Steps />
      </Pane>
      <Pane title="Job">
        <Jobs />
      </Pane>
      <TablePart />
      <Pane title="Display formats" flush>
        <div style={{ height: 140, display: 'flex' }}>
          <DataTable rows={stations} columns={formats} rowKey={(row) => row.id} />
        </div>
      </Pane>
      <Pane title="Ten thousand rows" flush>
        <div style={{ height: 220, display: 'flex' }}>
          <LongTable label="Ten thousand rows" rows={manyRows} columns={longColumns} rowKey={(row) => row.id} />
        </div>
      </Pane>
    </Panes>
  );
}
