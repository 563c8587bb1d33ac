import type { Condition, FieldDefinition } from '@plumbline/contract/kernel/forms';
import {
  type Channel,
  type ChannelKind,
  channelKinds,
  channels,
  chatAppKinds,
  hookKinds,
  isChatApp,
  mailSecurity,
  smsVendors,
  voiceVendors,
} from '@plumbline/contract/messages/channels';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { usePartOptions } from '../../platform/plugins/plugins.parts.tsx';

const only = (...kinds: readonly ChannelKind[]): Condition => ({ prop: 'kind', is: kinds });
const vendors = only(...smsVendors, ...voiceVendors);
const ofTencent = only('tencent', 'tencentVoice');
const addressed = only(...hookKinds.filter((kind) => !isChatApp(kind)));
const withTemplate = only('aliyun', 'tencent', 'aliyunVoice', 'tencentVoice');

const kindField: FieldDefinition = {
  type: 'SELECT',
  prop: 'kind',
  label: 'channels:kind',
  options: channelKinds.map((value) => ({ value, label: `channels:kinds.${value}` })),
};
/** Long because it is one flat list of fields. */
const fieldsFor = (isNew: boolean): readonly FieldDefinition[] => [
  { ...kindField, disabled: !isNew },
  { type: 'INPUT', prop: 'name', label: 'channels:name' },
  { type: 'SELECT', prop: 'pushType', label: 'channels:pushType', visibleWhen: only('plugin'), span: 2 },
  { type: 'INPUT', prop: 'host', label: 'channels:host', visibleWhen: only('email') },
  { type: 'NUMBER', prop: 'port', label: 'channels:port', visibleWhen: only('email') },
  {
    type: 'SELECT',
    prop: 'security',
    label: 'channels:security',
    options: mailSecurity.map((value) => ({ value, label: `channels:securities.${value}` })),
    visibleWhen: only('email'),
  },
  { type: 'INPUT', inputType: 'email', prop: 'from', label: 'channels:from', visibleWhen: only('email') },
  { type: 'INPUT', prop: 'userName', label: 'channels:userName', visibleWhen: only('email') },
  { type: 'INPUT', prop: 'keyId', label: 'channels:keyId', visibleWhen: vendors },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'secret',
    label: 'channels:secret',
    ...(isNew ? {} : { tips: 'channels:asItIs' }),
    visibleWhen: only('email', ...smsVendors, ...voiceVendors, 'webhook', 'dingtalk', 'feishu', 'plugin'),
  },
  {
    type: 'INPUT',
    inputType: 'url',
    prop: 'url',
    label: 'channels:url',
    tips: isNew ? 'channels:urlTips' : 'channels:asItIs',
    visibleWhen: addressed,
    span: 2,
  },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'secret',
    label: 'channels:botToken',
    ...(isNew ? {} : { tips: 'channels:asItIs' }),
    visibleWhen: only('slackApp'),
  },
  { type: 'INPUT', prop: 'appId', label: 'channels:feishuAppId', visibleWhen: only('feishuApp') },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'secret',
    label: 'channels:appSecret',
    ...(isNew ? {} : { tips: 'channels:asItIs' }),
    visibleWhen: only('feishuApp'),
  },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'signingSecret',
    label: 'channels:encryptKey',
    ...(isNew ? {} : { tips: 'channels:asItIs' }),
    visibleWhen: only('feishuApp'),
  },
  {
    type: 'PASSWORD_INPUT',
    inputType: 'current',
    prop: 'signingSecret',
    label: 'channels:signingSecret',
    ...(isNew ? {} : { tips: 'channels:asItIs' }),
    visibleWhen: only('slackApp'),
  },
  {
    type: 'INPUT',
    prop: 'chatId',
    label: 'channels:chatId',
    tips: 'channels:chatIdTips',
    visibleWhen: only(...chatAppKinds),
  },
  { type: 'INPUT', prop: 'appId', label: 'channels:appId', visibleWhen: ofTencent },
  { type: 'INPUT', prop: 'region', label: 'channels:region', visibleWhen: ofTencent },
  {
    type: 'INPUT',
    prop: 'sign',
    label: 'channels:sign',
    tips: 'channels:signTips',
    visibleWhen: only(...smsVendors),
  },
  {
    type: 'INPUT',
    prop: 'sign',
    label: 'channels:shownNumber',
    tips: 'channels:shownNumberTips',
    visibleWhen: only('aliyunVoice', 'twilioVoice'),
  },
  { type: 'INPUT', prop: 'templateCode', label: 'channels:templateCode', visibleWhen: withTemplate },
  {
    type: 'INPUT',
    prop: 'codeTemplate',
    label: 'channels:codeTemplate',
    tips: 'channels:codeTemplateTips',
    visibleWhen: only('aliyun', 'tencent'),
  },
  {
    type: 'NUMBER',
    prop: 'variableLimit',
    label: 'channels:variableLimit',
    tips: 'channels:variableLimitTips',
    visibleWhen: withTemplate,
  },
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'templateText',
    label: 'channels:templateText',
    tips: 'channels:templateTips',
    visibleWhen: vendors,
    span: 2,
  },
  {
    type: 'INPUT',
    inputType: 'url',
    prop: 'endpoint',
    label: 'channels:endpoint',
    tips: 'channels:endpointTips',
    visibleWhen: only(...smsVendors, ...voiceVendors, 'slackApp'),
    span: 2,
  },
  {
    type: 'INPUT',
    inputType: 'url',
    prop: 'endpoint',
    label: 'channels:endpoint',
    tips: 'channels:larkTips',
    visibleWhen: only('feishuApp'),
    span: 2,
  },
  { type: 'SWITCH', prop: 'enabled', label: 'channels:enabled' },
];

const begun = { kind: 'email', enabled: true, security: 'tls', port: 465, region: 'ap-guangzhou', name: '' };

/** The address that the vendor of a chat app is to be given. */
function Callback({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <div className="pl-sm" style={{ marginBottom: 12, overflowWrap: 'anywhere' }}>
      <div className="pl-2">{t('channels:callback')}</div>
      <span className="pl-row tight">
        <code>{url}</code>
        <CopyButton text={url} label={t('channels:callback')} />
      </span>
    </div>
  );
}

/** Sets a notification channel up, or changes one. What is secret is typed and never shown. */
export function ChannelDialog({
  corporationId,
  channel,
  onClose,
}: {
  corporationId: number;
  channel: Channel | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: create } = useWrite(channels.create);
  const { run: update } = useWrite(channels.update);
  const pushType = usePartOptions('push', channel?.pushType ?? null);
  return (
    <FormDialog
      title={channel ? t('channels:edit', { name: channel.name }) : t('channels:add')}
      schema={channel ? channels.update.input : channels.create.input}
      fixed={{ corporationId, ...(channel && { channelId: channel.id }) }}
      {...(channel && { record: channel })}
      initial={channel ? { ...channel, secret: '', url: '', signingSecret: '' } : begun}
      fields={fieldsFor(channel === undefined)}
      options={{ pushType }}
      errorField={{ nameTaken: 'name', channelThere: 'kind', channelsFull: 'kind' }}
      onSave={async (input: never, precondition) => {
        if (channel) await update(input, precondition);
        else await create(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    >
      {channel && isChatApp(channel.kind) && <Callback url={channel.callbackUrl ?? ''} />}
    </FormDialog>
  );
}
