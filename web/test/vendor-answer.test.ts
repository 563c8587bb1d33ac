import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../src/features/alerts/deliveries/vendor-answer.ts';

const read = (answer: string, state: 'failed' | 'queued' = 'failed') => {
  const parsed = readAnswer({ state, answer });
  return parsed && [parsed.reason, parsed.code];
};

test('what vendors answer is told apart, with their own code', () => {
  const answers: [string, unknown][] = [
    ['HTTP 200 invalid_auth', ['access', 'invalid_auth']],
    ['HTTP 200 channel_not_found', ['recipient', 'channel_not_found']],
    ['HTTP 400 230002 bot not in chat', ['recipient', '230002']],
    ['HTTP 401 {"code":20003,"message":"Authenticate","status":401}', ['access', '20003']],
    ['HTTP 400 {"code":21211,"message":"Invalid \'To\' Phone Number"}', ['recipient', '21211']],
    ['HTTP 200 {"errcode":45009,"errmsg":"api freq out of limit"}', ['tooMany', '45009']],
    ['isv.BUSINESS_LIMIT_CONTROL: once a minute', ['tooMany', 'isv.BUSINESS_LIMIT_CONTROL']],
    ['AuthFailure.SignatureFailure: wrong', ['access', 'AuthFailure.SignatureFailure']],
    ['HTTP 503 <html>', ['fault', 'HTTP 503']],
    ['HTTP 404 no_service', [null, 'no_service']],
    ['ECONNREFUSED: connect ECONNREFUSED 10.0.0.1:443', ['unreachable', 'ECONNREFUSED']],
    ['getaddrinfo ENOTFOUND slack.com', ['unreachable', 'ENOTFOUND']],
    ['The operation was aborted due to timeout', ['timeout', '']],
    ['outbound call refused (address): 10.0.0.1', ['outbound', '']],
    ['550 5.1.1 no such user', ['recipient', '550']],
    ['LimitExceeded.PhoneNumberDailyLimit: too many', ['tooMany', 'LimitExceeded.PhoneNumberDailyLimit']],
    ['HTTP 200 {"errcode":77777,"errmsg":"odd"}', [null, '77777']],
    ['something else went wrong', [null, '']],
  ];
  for (const [answer, expected] of answers) assert.deepEqual(read(answer), expected, answer);
});

test('what was taken is accepted, whatever the vendor says beside it; words of this product are none of a vendor', () => {
  assert.deepEqual(readAnswer({ state: 'sent', answer: '{"sid":"CA1","code":5}' }), {
    isAccepted: true,
    reason: null,
    code: '',
  });
  for (const answered of [
    { state: 'withheld', answer: 'noMember' },
    { state: 'collected', answer: 'storm' },
    { state: 'failed', answer: 'discarded: Lin' },
    { state: 'failed', answer: '' },
  ] as const)
    assert.equal(readAnswer(answered), null);
});
