import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { codeAddress, verificationCode } from '@plumbline/contract/messages/recovery';
import { ownUsername, prefix, registrationCode, registrations } from '@plumbline/contract/messages/registrations';
import { name, password } from '@plumbline/contract/points/fields';
import { Input } from 'antd';
import type { TFunction } from 'i18next';
import { type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { to } from '../../../app/paths.ts';
import { PasswordRules } from '../../../design/form/PasswordRules.tsx';
import { StepWizard } from '../../../design/form/StepWizard.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { Field, type FormHandle, SchemaForm } from '../../../design/SchemaForm.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { CodeRequest, type Sent } from '../recovery/recovery.parts.tsx';

const account = z
  .object({
    registrationCode,
    username: ownUsername,
    displayName: name(32),
    password,
    again: z.string(),
    address: codeAddress,
    code: verificationCode,
  })
  .refine((form) => form.password === form.again, { path: ['again'], message: 'passwordsDiffer' });
type Account = z.output<typeof account>;
const company = z.object({ title: name(50), prefix });
type Company = z.output<typeof company>;
type Opened = OutputOf<typeof registrations.checkAccount.reply>;

interface Given {
  readonly account?: Account;
  readonly company?: Company | null;
}

/** What was given so far, and what leaving each step checks. */
function useRegistration() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { run: checkAccount } = useWrite(registrations.checkAccount);
  const { run: signUp } = useWrite(registrations.signup);
  const accountForm = useRef<FormHandle>(null);
  const companyForm = useRef<FormHandle>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [entered, setEntered] = useState<Given>({});
  const leaveAccount = async (): Promise<boolean> => {
    const typed = accountForm.current?.check() as Account | null | undefined;
    if (!typed) return false;
    if (!sent) throw new Worded(t('registrations:sendFirst'));
    const reply = await checkAccount({ registrationCode: typed.registrationCode, username: typed.username });
    if (!reply.free) throw new Worded(t('registrations:taken'));
    setOpened(reply);
    setEntered({ ...entered, account: typed });
    return true;
  };
  const leaveCompany = async (): Promise<boolean> => {
    const typed = opened?.corporation ? null : (companyForm.current?.check() as Company | null | undefined);
    if (!typed && !opened?.corporation) return false;
    setEntered({ ...entered, company: typed ?? null });
    return true;
  };
  /** Gives the username that one signs in with. */
  const finish = async (): Promise<string> => {
    if (!entered.account || !sent) throw new Worded(t('registrations:sendFirst'));
    const { again: _, address: __, ...typed } = entered.account;
    try {
      const input = { ...typed, challenge: sent.challenge, company: entered.company ?? null, language };
      return (await signUp(input)).username;
    } catch (failure) {
      throw inWords(failure, t);
    }
  };
  return { accountForm, companyForm, setSent, opened, given: entered, leaveAccount, leaveCompany, finish };
}

/** What is in use already: the corporation's name, its prefix, or the username. */
function inWords(failure: unknown, t: TFunction): unknown {
  if (!(failure instanceof Failure) || failure.name !== 'nameTaken') return failure;
  const detail = failure.detail as Readonly<Record<string, unknown>> | null;
  if (detail && 'prefix' in detail) return new Worded(t('registrations:prefixTaken'));
  return new Worded(detail && 'title' in detail ? t('registrations:titleTaken') : t('registrations:taken'));
}

/** Registration in three steps: account, corporation, finish. */
export default function RegisterForm() {
  const { t } = useTranslation();
  const registration = useRegistration();
  const { opened, given: input } = registration;
  const [username, setUsername] = useState<string | null>(null);
  if (username !== null) return <Registered username={username} />;
  return (
    <>
      <h1 style={{ marginBottom: 16 }}>{t('registrations:register')}</h1>
      <StepWizard
        finish={t('registrations:register')}
        onFinish={async () => setUsername(await registration.finish())}
        steps={[
          {
            key: 'account',
            title: t('registrations:step.account'),
            content: <AccountForm handle={registration.accountForm} onSent={registration.setSent} />,
            check: registration.leaveAccount,
          },
          {
            key: 'company',
            title: t('registrations:step.company'),
            content: <CompanyForm handle={registration.companyForm} corporation={opened?.corporation ?? null} />,
            check: registration.leaveCompany,
          },
          {
            key: 'finish',
            title: t('registrations:step.finish'),
            content: <Summary opened={opened} given={input} />,
          },
        ]}
      />
      <LinkButton type="link" block to={to('Sign')} style={{ marginTop: 8 }}>
        {t('recovery:toSignIn')}
      </LinkButton>
    </>
  );
}

function AccountForm({ handle, onSent }: { handle: Ref<FormHandle>; onSent: (sent: Sent) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { run: sendCode } = useWrite(registrations.sendCode);
  const [chosen, setChosen] = useState('');
  return (
    <SchemaForm
      schema={account}
      handle={handle}
      onChange={(values) => setChosen(String(values.password ?? ''))}
      onSubmit={async () => undefined}
    >
      <Field name="registrationCode" label={t('registrations:code')} help={t('registrations:codeHelp')}>
        <Input autoFocus className="pl-mono" autoComplete="off" inputMode="numeric" maxLength={60} />
      </Field>
      <div className="pl-fields-2">
        <Field name="username" label={t('sessions:username')}>
          <Input maxLength={20} autoComplete="username" />
        </Field>
        <Field name="displayName" label={t('users:profile.displayName')}>
          <Input maxLength={32} autoComplete="name" />
        </Field>
      </div>
      <Field name="password" label={t('sessions:password')} help={<PasswordRules value={chosen} />}>
        <Input.Password maxLength={16} autoComplete="new-password" />
      </Field>
      <Field name="again" label={t('registrations:again')}>
        <Input.Password maxLength={16} autoComplete="new-password" />
      </Field>
      <Field name="address" label={t('recovery:address')} help={t('registrations:addressHelp')}>
        <Input maxLength={254} autoComplete="tel" />
      </Field>
      <CodeRequest
        send={(form) =>
          sendCode({
            registrationCode: String(form.registrationCode ?? ''),
            address: String(form.address ?? ''),
            language,
          })
        }
        onSent={onSent}
      />
      <Field name="code" label={t('recovery:code')}>
        <Input className="pl-mono" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </Field>
    </SchemaForm>
  );
}

function CompanyForm({ handle, corporation }: { handle: Ref<FormHandle>; corporation: Opened['corporation'] }) {
  const { t } = useTranslation();
  if (corporation)
    return (
      <>
        <p className="pl-2" style={{ marginBottom: 12 }}>
          {t('registrations:joins')}
        </p>
        <Facts
          facts={[
            [t('registrations:company'), corporation.title],
            [t('registrations:prefix'), corporation.prefix],
          ]}
        />
      </>
    );
  return (
    <SchemaForm schema={company} handle={handle} onSubmit={async () => undefined}>
      <Field name="title" label={t('registrations:company')}>
        <Input maxLength={50} autoComplete="organization" />
      </Field>
      <Field name="prefix" label={t('registrations:prefix')} help={t('registrations:prefixHelp')}>
        <Input className="pl-mono" maxLength={11} autoComplete="off" spellCheck={false} />
      </Field>
    </SchemaForm>
  );
}

function Summary({
  opened,
  given: input,
}: {
  opened: Opened | null;
  given: { account?: Account; company?: Company | null };
}) {
  const { t } = useTranslation();
  const of = opened?.corporation ?? input.company;
  if (!input.account || !of) return null;
  return (
    <Facts
      facts={[
        [t('registrations:company'), of.title],
        [t('registrations:signsInAs'), `${of.prefix}.${input.account.username}`],
        [t('users:profile.displayName'), input.account.displayName],
        [t('recovery:address'), input.account.address],
      ]}
    />
  );
}

function Registered({ username }: { username: string }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 style={{ marginBottom: 8 }}>{t('registrations:done')}</h1>
      <p className="pl-2" style={{ marginBottom: 16 }}>
        {t('registrations:doneWhy')}
      </p>
      <p className="pl-notice pl-mono" style={{ marginBottom: 24 }}>
        {username}
      </p>
      <LinkButton type="primary" size="large" block to={to('Sign', {}, { as: username })}>
        {t('sessions:signIn')}
      </LinkButton>
    </>
  );
}
