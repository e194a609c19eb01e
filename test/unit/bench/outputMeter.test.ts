import assert from 'node:assert/strict';
import { OutputMeter } from '../../../bench/measure/outputMeter';

describe('OutputMeter', () => {
  it('starts after the bytes that are not measured', () => {
    const meter = new OutputMeter(10);
    meter.add(4);
    meter.add(6);
    assert.ok(!meter.hasStarted);
    meter.add(1);
    assert.ok(meter.hasStarted);
  });

  it('starts with output of which it measures a part', () => {
    const meter = new OutputMeter(10);
    meter.add(11);
    assert.ok(meter.hasStarted);
  });
});
