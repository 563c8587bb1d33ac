"""A Modbus slave over TCP, of Debian's python3-pymodbus, RTU frames unless `tcp` is the second argument: units 1 and 2, holding registers 0 to 9 and input registers 0 to 9."""
import asyncio
import sys

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server import StartAsyncTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer

HOLDING = [0x4194, 0, 0xC1AA, 0, 1234, 65535, 0, 0, 0, 7]
INPUT = [215, 65436, 3, 4, 5, 6, 7, 8, 9, 10]


def slave():
    return ModbusSlaveContext(
        hr=ModbusSequentialDataBlock(0, HOLDING), ir=ModbusSequentialDataBlock(0, INPUT), zero_mode=True
    )


async def main():
    context = ModbusServerContext(slaves={1: slave(), 2: slave()}, single=False)
    address = ("127.0.0.1", int(sys.argv[1]))
    print("ready", flush=True)
    framer = ModbusSocketFramer if sys.argv[2:] == ["tcp"] else ModbusRtuFramer
    await StartAsyncTcpServer(context=context, framer=framer, address=address)


asyncio.run(main())
