import type { InputOf, OutputOf } from '@plumbline/contract/kernel/route';
import { firstSignIns, type SsoConnection, sso } from '@plumbline/contract/people/sso';
import { Button, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { GroupMappings } from './GroupMappings.tsx';

/** The identity provider of a corporation, by which its people sign in. */
export default function SsoSection({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const query = useRead(sso.get, { corporationId });
  const [begun, setBegun] = useState(false);
  return (
    <section aria-label={t('sso:title')}>
      <h2>{t('sso:title')}</h2>
      <p className="pl-2 lead">{t('sso:lead')}</p>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {(data: OutputOf<typeof sso.get.reply>) =>
          data.connection === null && !begun ? (
            <Button onClick={() => setBegun(true)}>{t('sso:setUp')}</Button>
          ) : (
            <Connection
              corporationId={corporationId}
              connection={data.connection}
              redirectUri={data.redirectUri}
              logoutUri={data.logoutUri}
            />
          )
        }
      </Answer>
    </section>
  );
}

const begins = {
  enabled: true,
  domain: '',
  issuer: '',
  clientId: '',
  secret: '',
  firstSignIn: 'refuse',
  groups: [],
  usernameClaim: 'preferred_username',
  groupsClaim: 'groups',
};

function Connection({
  corporationId,
  connection,
  redirectUri,
  logoutUri,
}: {
  corporationId: number;
  connection: SsoConnection | null;
  redirectUri: string;
  logoutUri: string;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: put } = useWrite(sso.put);
  const [version, setVersion] = useState(0);
  return (
    <>
      <Entered label={t('sso:redirectUri')} address={redirectUri} />
      <Entered label={t('sso:logoutUri')} address={logoutUri} />
      <SchemaForm
        key={version}
        schema={sso.put.input}
        fixed={{ corporationId }}
        record={connection}
        initial={connection ? { ...connection, secret: '' } : begins}
        errorField={{ nameTaken: 'domain' }}
        onSubmit={async (input: InputOf<typeof sso.put.input>, precondition) => {
          await put(input, precondition);
          toasts.done(t('common:saved'));
          setVersion(version + 1);
        }}
        foot={(busy) => (
          <div className="pl-row" style={{ flexWrap: 'wrap' }}>
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('common:save')}
            </Button>
            {connection && <Acts corporationId={corporationId} />}
          </div>
        )}
      >
        <Fields corporationId={corporationId} hasSecret={connection?.hasSecret ?? false} />
      </SchemaForm>
    </>
  );
}

function Fields({ corporationId, hasSecret }: { corporationId: number; hasSecret: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Field name="enabled" label={t('sso:enabled')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="domain" label={t('sso:domain')} help={t('sso:ownDomainHelp')}>
        <Input maxLength={253} spellCheck={false} placeholder="example.com" />
      </Field>
      <Field name="issuer" label={t('sso:issuer')} help={t('sso:issuerHelp')}>
        <Input maxLength={500} spellCheck={false} placeholder="https://id.example.com/realms/staff" />
      </Field>
      <div className="pl-fields-2">
        <Field name="clientId" label={t('sso:clientId')}>
          <Input maxLength={200} spellCheck={false} autoComplete="off" />
        </Field>
        <Field name="secret" label={t('sso:secret')} help={hasSecret ? t('sso:secretStays') : t('sso:secretHelp')}>
          <Input.Password maxLength={500} autoComplete="new-password" />
        </Field>
      </div>
      <Field name="firstSignIn" label={t('sso:firstSignIn.word')} help={t('sso:firstSignIn.help')}>
        <Select options={firstSignIns.map((value) => ({ value, label: t(`sso:firstSignIn.${value}`) }))} />
      </Field>
      <div className="pl-fields-2">
        <Field name="usernameClaim" label={t('sso:usernameClaim')}>
          <Input className="pl-mono" maxLength={64} spellCheck={false} />
        </Field>
        <Field name="groupsClaim" label={t('sso:groupsClaim')}>
          <Input className="pl-mono" maxLength={64} spellCheck={false} />
        </Field>
      </div>
      <Field name="groups" label={t('sso:groups.title')} help={t('sso:groups.help')}>
        <GroupMappings corporationId={corporationId} />
      </Field>
    </>
  );
}

/** What can be done with a provider that is set up: asked whether it answers, taken away. */
function Acts({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: check, isPending } = useWrite(sso.check);
  const { run: remove } = useWrite(sso.remove);
  const [removing, setRemoving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const checkProvider = async (): Promise<void> => {
    const answer = await check({ corporationId });
    setProblem(answer.problem);
    if (answer.problem === null) toasts.done(t('sso:answers'));
  };
  return (
    <>
      <Button loading={isPending} onClick={() => void checkProvider().catch(toasts.failed)}>
        {t('sso:check')}
      </Button>
      <Button danger onClick={() => setRemoving(true)}>
        {t('sso:remove')}
      </Button>
      {problem !== null && (
        <p className="pl-notice pl-sm" role="alert" style={{ width: '100%', marginTop: 12 }}>
          {t('sso:problem', { problem })}
        </p>
      )}
      <ConfirmDestructive
        open={removing}
        title={t('sso:removeTitle')}
        lost={t('sso:removeLost')}
        action={t('sso:remove')}
        onConfirm={async () => {
          await remove({ corporationId });
        }}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}

/** An address that is to be entered at the provider. */
const Entered = ({ label, address }: { label: string; address: string }) => (
  <div className="pl-row" style={{ marginBottom: 16, flexWrap: 'wrap' }}>
    <span className="pl-2">{label}</span>
    <code className="pl-mono" style={{ overflowWrap: 'anywhere' }}>
      {address}
    </code>
    <CopyButton text={address} label={label} />
  </div>
);
