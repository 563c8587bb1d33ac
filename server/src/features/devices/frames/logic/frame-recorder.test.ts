/** What is recorded counts once the change that asked for it has been answered, whatever else changes meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameRecorder, type RunningRecording } from './frame-recorder.ts';

const recording: RunningRecording = { deviceId: 7, sncode: 'A', feedId: null, until: new Date(60_000) };
const quiet = { warn: () => undefined } as never;

/** A recorder whose reads of running recordings end when the test says. */
function recorderWithReads() {
  const reads: PromiseWithResolvers<readonly RunningRecording[]>[] = [];
  const recorder = new FrameRecorder({
    source: {
      running: () => {
        const read = Promise.withResolvers<readonly RunningRecording[]>();
        reads.push(read);
        return read.promise;
      },
      save: async () => undefined,
    },
    clock: { now: () => new Date(0) } as never,
    log: quiet,
  });
  return { recorder, reads };
}

test('a change counts when it is answered, though a later one is still being read', async () => {
  const { recorder, reads } = recorderWithReads();
  const first = recorder.changed({ kind: 'recording', deviceId: 7, feedId: null });
  void recorder.changed(null);
  reads[0]?.resolve([recording]);
  await first;
  assert.ok(recorder.isRecorded('A'));
});

test('what was read earlier takes nothing of a later read back', async () => {
  const { recorder, reads } = recorderWithReads();
  const earlier = recorder.changed({ kind: 'recording', deviceId: 7, feedId: null });
  const later = recorder.changed({ kind: 'recording', deviceId: 7, feedId: null });
  reads[1]?.resolve([]);
  await later;
  reads[0]?.resolve([recording]);
  await earlier;
  assert.equal(recorder.isRecorded('A'), false);
});
