import { wrappings } from '@plumbline/contract/kernel/formats';
import type { Condition, FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Feed, feedKinds, feedLimits, feeds, isFetched, isPolled } from '@plumbline/contract/telemetry/feeds';
import { usualPull } from '@plumbline/contract/telemetry/feeds.pulls';
import { downlinkWrappings } from '@plumbline/science/formats/downlinks';
import { Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { useFeeds } from './feeds.queries.ts';
import { ProjectChoice } from './ProjectChoice.tsx';
import { answerFields, databaseFields, earlierFields, requestFields } from './pull-fields.ts';

const external: Condition = { prop: 'kind', is: 'externalBroker' };
const fetched: Condition = { prop: 'kind', is: feedKinds.filter(isFetched) };
const polled: Condition = { prop: 'kind', is: feedKinds.filter(isPolled) };
const filed: Condition = { prop: 'kind', is: ['ftp', 'mailbox'] };
/** Where somebody signs in. */
const signedIn: Condition = { prop: 'kind', is: [...feedKinds.filter(isFetched), 'http'] };
const loRaWan: Condition = { prop: 'wrapping', is: [...downlinkWrappings] };
/** Over which commands go down again. */
const downwards: Condition = { prop: 'kind', is: ['webhook', 'externalBroker'] };
const webhook: Condition = { prop: 'kind', is: 'webhook' };
const edge: Condition = { prop: 'kind', is: 'edge' };
/** What is taken apart here; an edge hands on what devices of ours sent. */
const decoded: Condition = { prop: 'kind', is: feedKinds.filter((kind) => kind !== 'edge') };
/** Where it has an effect alone. */
const plainFields: readonly FieldDefinition[] = [
  {
    type: 'SWITCH',
    prop: 'plainFtp',
    label: 'feeds:plainFtp',
    tips: 'feeds:plainFtpTip',
    span: 2,
    visibleWhen: { prop: 'kind', is: 'folder' },
  },
];
/** Long because it is one list: the fields of every kind, in the order in which they are seen. */
const fieldsFor = (isNew: boolean, mayBePlain: boolean): readonly FieldDefinition[] => [
  { type: 'INPUT', prop: 'name', label: 'feeds:name' },
  {
    type: 'SELECT',
    prop: 'kind',
    label: 'feeds:kind',
    options: feedKinds.map((value) => ({ value, label: `feeds:kinds.${value}` })),
    disabled: !isNew,
  },
  {
    type: 'SELECT',
    prop: 'wrapping',
    label: 'formats:wrapping',
    options: wrappings.map((value) => ({ value, label: `formats:wrappings.${value}` })),
    span: 2,
    visibleWhen: decoded,
  },
  {
    type: 'slot',
    prop: 'place',
    label: 'feeds:place',
    tips: 'feeds:placeTip',
    span: 2,
    visibleWhen: [decoded, { prop: 'wrapping', is: ['plain', 'nmea', 'lwm2m', 'admChain', 'worldsensing'] }],
  },
  { type: 'slot', prop: 'siteProjectId', label: 'feeds:project', tips: 'feeds:projectTip', visibleWhen: edge },
  {
    type: 'SELECT',
    prop: 'sirenLevel',
    label: 'feeds:siren',
    tips: 'feeds:sirenTip',
    options: [
      { value: null, label: 'feeds:sirenNever' },
      ...[1, 2, 3, 4].map((value) => ({ value, label: `feeds:sirenFrom.${value}` })),
    ],
    visibleWhen: edge,
  },
  { type: 'INPUT', prop: 'host', label: 'feeds:host', visibleWhen: fetched },
  { type: 'NUMBER', prop: 'port', label: 'feeds:port', visibleWhen: fetched },
  ...databaseFields,
  ...requestFields,
  { type: 'INPUT', prop: 'userName', label: 'feeds:userName', visibleWhen: signedIn },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'password',
    label: 'feeds:password',
    ...(isNew ? {} : { tips: 'feeds:asItIs' }),
    visibleWhen: signedIn,
  },
  ...answerFields,
  { type: 'slot', prop: 'topics', label: 'feeds:topics', tips: 'feeds:topicsTip', span: 2, visibleWhen: external },
  {
    type: 'slot',
    prop: 'publicKeys',
    label: 'feeds:publicKeys',
    tips: 'feeds:publicKeysTip',
    span: 2,
    visibleWhen: { prop: 'kind', is: 'folder' },
  },
  ...(mayBePlain ? plainFields : []),
  { type: 'INPUT', prop: 'path', label: 'feeds:remotePath', tips: 'feeds:remotePathTip', visibleWhen: filed },
  { type: 'INPUT', prop: 'pattern', label: 'feeds:pattern', tips: 'feeds:patternTip', visibleWhen: filed },
  { type: 'NUMBER', prop: 'pollSeconds', label: 'feeds:pollSeconds', unit: 's', visibleWhen: polled },
  ...earlierFields,
  {
    type: 'slot',
    prop: 'senders',
    label: 'feeds:senders',
    tips: 'feeds:sendersTip',
    span: 2,
    visibleWhen: { prop: 'kind', is: 'mailbox' },
  },
  {
    type: 'INPUT',
    prop: 'downlinkUrl',
    label: 'feeds:downlinkUrl',
    tips: 'feeds:downlinkUrlTip',
    span: 2,
    visibleWhen: [webhook, loRaWan],
  },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'password',
    label: 'feeds:downlinkKey',
    ...(isNew ? {} : { tips: 'feeds:asItIs' }),
    visibleWhen: [webhook, loRaWan],
  },
  { type: 'NUMBER', prop: 'downlinkPort', label: 'feeds:downlinkPort', visibleWhen: [downwards, loRaWan] },
  { type: 'SWITCH', prop: 'downlinkConfirmed', label: 'feeds:downlinkConfirmed', visibleWhen: [downwards, loRaWan] },
  { type: 'SWITCH', prop: 'tls', label: 'feeds:tls', visibleWhen: fetched },
  { type: 'INPUT', prop: 'timeZone', label: 'feeds:timeZone', tips: 'feeds:timeZoneTip', visibleWhen: decoded },
  { type: 'SWITCH', prop: 'enabled', label: 'feeds:enabled' },
];
const begun = {
  kind: 'webhook',
  name: '',
  wrapping: 'theThingsStack',
  place: { in: 'content', path: 'id' },
  enabled: true,
  host: null,
  port: null,
  tls: false,
  userName: null,
  topics: [],
  password: '',
  timeZone: 'UTC',
  publicKeys: [],
  plainFtp: false,
  siteProjectId: null,
  sirenLevel: null,
  path: null,
  pattern: null,
  pollSeconds: feedLimits.pollSeconds,
  senders: [],
  downlinkPort: 1,
  downlinkConfirmed: false,
  downlinkUrl: null,
  ...usualPull,
};

/**
 * Sets a feed up, or changes one. What its sender has to show is shown once, after it was made.
 * Long because it is one form: a slot for each field that is none of the kit.
 */
export function FeedDialog({
  corporationId,
  feed,
  shape,
  onMade,
  onClose,
}: {
  corporationId: number;
  feed?: Feed;
  /** Of a new one: what it begins with. */
  shape?: Partial<Feed> | undefined;
  /** Shows the secret, which outlives the dialog. */
  onMade?: (feed: Feed, secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: create } = useWrite(feeds.create);
  const { run: update } = useWrite(feeds.update);
  const mayBePlain = useFeeds(corporationId).data?.addresses.ftp?.mayBePlain === true;
  return (
    <FormDialog
      title={feed ? t('feeds:edit', { name: feed.name }) : t('feeds:add')}
      schema={feed ? feeds.update.input : feeds.create.input}
      fixed={{ corporationId, ...(feed && { feedId: feed.id }) }}
      {...(feed && { record: feed })}
      initial={feed ? { ...feed, password: '' } : { ...begun, ...shape }}
      fields={fieldsFor(feed === undefined, mayBePlain)}
      errorField={{ nameTaken: 'name', feedsFull: 'name' }}
      slots={{
        place: ({ value, onChange }) => <PlaceInput value={value as Feed['place']} onChange={onChange} />,
        publicKeys: ({ value, onChange }) => (
          <Input.TextArea
            aria-label={t('feeds:publicKeys')}
            autoSize={{ minRows: 1, maxRows: 5 }}
            placeholder="ssh-ed25519 AAAA…"
            defaultValue={((value as string[] | undefined) ?? []).join('\n')}
            onChange={({ target }) => onChange(target.value.split('\n').filter((line) => line.trim() !== ''))}
          />
        ),
        siteProjectId: ({ id, value, onChange }) => (
          <ProjectChoice id={id} corporationId={corporationId} value={value as number | null} onChange={onChange} />
        ),
        senders: ({ value, onChange }) => (
          <Tags label={t('feeds:senders')} value={value as string[] | undefined} onChange={onChange} />
        ),
        topics: ({ value, onChange }) => (
          <Tags label={t('feeds:topics')} value={value as string[] | undefined} onChange={onChange} />
        ),
      }}
      onSave={async (input: never, precondition) => {
        if (feed) await update(input, precondition);
        else {
          const { feed: created, secret } = await create(input);
          if (secret !== null) return onMade?.(created, secret);
        }
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

const Tags = ({
  label,
  value = [],
  onChange,
}: {
  label: string;
  value?: string[] | undefined;
  onChange: (value: string[]) => void;
}) => (
  <Select
    mode="tags"
    aria-label={label}
    value={value}
    onChange={onChange}
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', ' ']}
  />
);

/** Where a message says who sent it. */
function PlaceInput({ value, onChange }: { value: Feed['place']; onChange: (value: unknown) => void }) {
  const { t } = useTranslation();
  const first = {
    topic: { in: 'topic', level: 1 },
    content: { in: 'content', path: '' },
    fixed: { in: 'fixed', source: '' },
  } as const;
  return (
    <div className="fd-place">
      <Select
        aria-label={t('feeds:place')}
        value={value.in}
        options={(['content', 'topic', 'fixed'] as const).map((each) => ({
          value: each,
          label: t(`feeds:places.${each}`),
        }))}
        onChange={(next) => onChange(first[next])}
      />
      {value.in === 'topic' && (
        <InputNumber
          aria-label={t('feeds:level')}
          min={1}
          max={16}
          precision={0}
          value={value.level}
          onChange={(level) => onChange({ in: 'topic', level })}
        />
      )}
      {value.in === 'content' && (
        <Input
          aria-label={t('feeds:path')}
          placeholder="device.id"
          value={value.path}
          onChange={({ target }) => onChange({ in: 'content', path: target.value })}
        />
      )}
      {value.in === 'fixed' && (
        <Input
          aria-label={t('feeds:source')}
          value={value.source}
          onChange={({ target }) => onChange({ in: 'fixed', source: target.value })}
        />
      )}
    </div>
  );
}
