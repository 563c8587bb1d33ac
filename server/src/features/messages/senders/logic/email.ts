/** E-mail over SMTP, plain and HTML. The connection is opened by the guarded way out, as every other. */
import { levelColours } from '@plumbline/contract/kernel/constants';
import { createTransport } from 'nodemailer';
import type { Outbound } from '../../../../kernel/outbound.ts';
import {
  brief,
  colonOf,
  type MessageBrand,
  type Outcome,
  type Outgoing,
  type Picture,
  type ReadyChannel,
} from './outgoing.ts';

const timeoutMs = 15_000;
/** Ports at which mail is handed over; of the low ones no others. */
const mailPorts = [25, 465, 587];

export async function sendEmail(outbound: Outbound, channel: ReadyChannel, message: Outgoing): Promise<Outcome> {
  const { picture, brand } = message;
  const { host, port, security, userName, from, secret } = channel;
  if (host === null || port === null || from === null) return { accepted: false, final: true, answer: 'not set up' };
  const connection = await outbound.connect(host, port, mailPorts);
  const transport = createTransport({
    host,
    port,
    connection,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(userName && { auth: { user: userName, pass: secret } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { response } = await transport.sendMail({
      from: { name: brand?.title ?? 'Plumbline', address: from },
      to: message.to,
      subject: message.title,
      text: plainOf(message),
      html: htmlOf(message),
      messageId: `<${message.key}@${domainOf(from)}>`,
      attachments: [
        ...(picture ? [pictureOf(picture, message.key)] : []),
        ...(brand?.logo ? [logoOf(brand.logo, message.key)] : []),
      ],
      headers: { 'X-Plumbline-Key': message.key, 'Auto-Submitted': 'auto-generated' },
    });
    return { accepted: true, answer: brief(response) };
  } catch (error) {
    const { responseCode, message: words } = error as Error & { responseCode?: number };
    // 5xx: refused for good, but for a name or password that is wrong, which somebody will set right.
    const final = responseCode !== undefined && responseCode >= 500 && responseCode !== 535 && responseCode !== 530;
    return { accepted: false, final, answer: brief(words) };
  } finally {
    transport.close();
    connection.destroy();
  }
}

const domainOf = (address: string): string => address.split('@').at(-1) ?? 'localhost';

export const plainOf = ({ title, facts, link, linkWords, foot, brand, language }: Outgoing): string =>
  [
    ...(brand ? [brand.title, ''] : []),
    ...[
      title,
      '',
      ...facts.map(([name, value]) => `${name}${colonOf({ language })}${value}`),
      '',
      `${linkWords}${colonOf({ language })}${link}`,
      '',
      foot,
    ],
  ].join('\n');

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** How the words name their picture, which comes with them: no two messages have the same (RFC 2045). */
const pictureId = (key: string) => `curve.${key}@plumbline`;
const pictureOf = ({ png }: Picture, key: string) => ({
  filename: 'curve.png',
  content: Buffer.from(png),
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  cid: pictureId(key),
});
const imageOf = ({ width, height, words }: Picture, key: string): string =>
  `<p><img src="cid:${pictureId(key)}" width="${width}" height="${height}" alt="${escaped(words)}" style="max-width:100%;height:auto"></p>`;

const logoId = (key: string) => `logo.${key}@plumbline`;
const logoOf = ({ jpeg }: NonNullable<MessageBrand['logo']>, key: string) => ({
  filename: 'logo.jpg',
  content: Buffer.from(jpeg),
  contentType: 'image/jpeg',
  contentDisposition: 'inline' as const,
  cid: logoId(key),
});
const brandLine = ({ title, logo }: MessageBrand, key: string): string =>
  `<p style="margin:0 0 12px;font-weight:bold">${
    logo
      ? `<img src="cid:${logoId(key)}" width="${logo.width}" height="${logo.height}" alt="" style="vertical-align:middle;margin-right:12px">`
      : ''
  }${escaped(title)}</p>`;

const noLevel = '#9aa4ad';

/** A table that every mail program draws: no style sheets, nothing that is fetched. */
export const htmlOf = (message: Outgoing): string => {
  const { title, facts, link, linkWords, foot, language, level, picture, brand } = message;
  const cell = 'padding:4px 16px 4px 0;vertical-align:top';
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="${cell};color:#666">${escaped(name)}</td><td style="${cell}">${escaped(value)}</td></tr>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>
<body style="margin:0;padding:16px;background:#f2f4f5;font-family:sans-serif;font-size:14px;line-height:1.5;color:#1a1d20">
<div style="max-width:600px;margin:0 auto;background:#fff;border:1px solid #d9dee2;border-top:6px solid ${level ? levelColours[level] : noLevel}">
<div style="padding:16px 24px">${brand ? brandLine(brand, message.key) : ''}<h2 style="margin:0 0 12px;font-size:18px">${escaped(title)}</h2>
<table style="border-collapse:collapse">${rows.join('\n')}</table>
${picture ? imageOf(picture, message.key) : ''}<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 20px;background:#3f3f9f;color:#fff;text-decoration:none">${escaped(linkWords)}</a></p>
<p style="margin:0;color:#5c656d;font-size:12px">${escaped(foot)}</p></div></div></body></html>`;
};
