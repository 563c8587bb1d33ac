/** What the gateway counts, for Prometheus: read from its own counters when /metrics is asked, nothing kept twice. */
import { Gauge, type Registry } from 'prom-client';
import type { Gateway } from './logic/gateway.ts';

export function exposeGateway(registry: Registry, gateway: Gateway): void {
  const registers = [registry];
  new Gauge({
    name: 'plumbline_gateway_records',
    help: 'Records since the start of this process, by what became of them',
    labelNames: ['outcome'],
    registers,
    collect() {
      const counters = gateway.counters();
      for (const outcome of ['stored', 'unchanged', 'overwritten', 'unbound', 'empty'] as const)
        this.set({ outcome }, counters[outcome]);
    },
  });
  new Gauge({
    name: 'plumbline_gateway_waveforms',
    help: 'Waveforms taken since the start of this process, those sent again among them',
    registers,
    collect() {
      this.set(gateway.counters().waveforms);
    },
  });
  new Gauge({
    name: 'plumbline_gateway_refused',
    help: 'Messages and samples refused since the start of this process, by error name of the catalogue',
    labelNames: ['error'],
    registers,
    collect() {
      for (const [error, count] of Object.entries(gateway.counters().refused)) this.set({ error }, count);
    },
  });
  new Gauge({
    name: 'plumbline_gateway_queued',
    help: 'Rows waiting for a commit',
    registers,
    collect() {
      this.set(gateway.counters().queued);
    },
  });
  const { dialIn } = gateway;
  if (dialIn) exposeDialIn(registers, gateway, dialIn);
  new Gauge({
    name: 'plumbline_gateway_connections',
    help: 'Devices connected over MQTT',
    registers,
    collect() {
      this.set(gateway.counters().connections);
    },
  });
}

function exposeDialIn(registers: Registry[], gateway: Gateway, dialIn: NonNullable<Gateway['dialIn']>): void {
  new Gauge({
    name: 'plumbline_dial_in_connections',
    help: 'Devices connected by dialling in, and connections that have not said who they are',
    labelNames: ['registered'],
    registers,
    collect() {
      this.set({ registered: 'yes' }, dialIn.connections);
      this.set({ registered: 'no' }, dialIn.unregistered);
    },
  });
  new Gauge({
    name: 'plumbline_dial_in_reads',
    help: 'Modbus reads since the start of this process, by what became of them',
    labelNames: ['outcome'],
    registers,
    collect() {
      for (const [outcome, count] of dialIn.outcomes) this.set({ outcome }, count);
    },
  });
  new Gauge({
    name: 'plumbline_dial_in_waiting',
    help: 'Rounds of devices that dial in which are not stored yet',
    registers,
    collect() {
      this.set(gateway.rounds.size);
    },
  });
}
