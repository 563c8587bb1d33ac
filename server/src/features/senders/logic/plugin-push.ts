/**
 * A push type of a plug-in. The plug-in says what is to be sent and what an answer means; the call itself is made here, by the guarded way out, to
 * the host that the channel or the manifest names and to no other.
 */
import { OutboundRefused } from '../../../kernel/outbound.ts';
import { isAway, PluginFault } from '../../plugins/plugins.api.ts';
import { brief, type Outcome, type Outgoing, type ReadyChannel, type Ways } from './outgoing.ts';

/** Throws OutboundRefused, and what the network throws. */
export async function sendByPlugin(
  { outbound, plugins }: Ways,
  { pushType, url, secret }: ReadyChannel,
  { key, title, facts, link, foot, language, level = null, data }: Outgoing,
): Promise<Outcome> {
  const part = pushType ?? '';
  try {
    const message = { key, title, facts, link, foot, language, level, data };
    const { request, hosts } = await plugins.request(part, { channel: { url, secret }, message });
    const to = new URL(request.url);
    const allowed = hosts.length > 0 ? hosts.includes(to.hostname) : to.host === new URL(url).host;
    if (!allowed) throw new OutboundRefused('address', `${part} may not send to ${to.host}`);
    // What is secret goes no more openly than the address of the channel says.
    if (to.protocol === 'http:' && new URL(url).protocol === 'https:') throw new OutboundRefused('scheme', to.protocol);
    const { status, body } = await outbound.send(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
    });
    const { accepted, final, answer } = await plugins.outcome(part, { status, body: body.toString('utf8') });
    const words = brief(`HTTP ${status} ${answer}`);
    return accepted ? { accepted, answer: words } : { accepted, final, answer: words };
  } catch (error) {
    if (!(error instanceof PluginFault)) throw error;
    // Whatever is wrong with the plug-in, somebody may mend it: the message is tried again as long as it is worth something.
    const what = isAway(error.fault) ? 'the plug-in cannot be called' : 'the plug-in failed';
    return { accepted: false, final: false, answer: brief(`${what}: ${error.message}`) };
  }
}
