import type { Feed } from '@plumbline/contract/telemetry/feeds';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Copied } from './Copied.tsx';
import type { FeedsReply } from './feeds.queries.ts';

type Fact = readonly [ReactNode, ReactNode];

/** How the files of a folder feed are uploaded, and what protects them on the way. */
export function uploadFacts(feed: Feed, { sftp, ftp }: FeedsReply['addresses'], t: TFunction): Fact[] {
  if (!sftp && !ftp) return [[t('feeds:upload'), t('feeds:uploadClosed')]];
  const { key, hasSecret, publicKeys } = feed;
  const ways = [
    ...(hasSecret ? [t('feeds:uploadSecret')] : []),
    ...(sftp && publicKeys.length > 0 ? [t('feeds:uploadKeys', { count: publicKeys.length })] : []),
  ];
  const nobody = sftp ? t('feeds:uploadNobody') : t('feeds:uploadNobodyFtp');
  return [
    ...(sftp
      ? [[t('feeds:uploadSftp'), <Copied key="s" text={`sftp -P ${sftp.port} ${key}@${sftp.host}`} />] as const]
      : []),
    ...(ftp ? ftpFacts(feed, ftp, t) : []),
    [t('feeds:uploadBy'), ways.length > 0 ? ways.join(', ') : nobody],
  ];
}

function ftpFacts(
  { key, plainFtp }: Feed,
  { host, port, hasTls, mayBePlain }: NonNullable<FeedsReply['addresses']['ftp']>,
  t: TFunction,
): Fact[] {
  const isPlain = plainFtp && mayBePlain;
  if (!hasTls && !isPlain) return [[t('feeds:uploadFtp'), t('feeds:ftpClosed')]];
  const protection = isPlain ? (hasTls ? 'ftpEither' : 'ftpPlain') : 'ftpTls';
  return [
    [t('feeds:uploadFtp'), <Copied key="f" text={`ftp://${key}@${host}:${port}/`} />],
    [
      t('feeds:ftpProtection'),
      <span key="p" className={isPlain ? 'pl-wrong' : ''}>
        {t(`feeds:${protection}`)}
      </span>,
    ],
  ];
}
