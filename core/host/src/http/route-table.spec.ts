import { Controller, Delete, Get, Post } from '@nestjs/common';
import { Route } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { RouteTable, routesOf, UndeclaredRoute } from './route-table.js';

const declared = (operationId: string) => Route({ operationId, summary: '', access: { kind: 'public' }, answers: [] });

@Controller('v1/rooms')
class Rooms {
  @Get()
  @declared('listRooms')
  list(): void {}

  @Get(':id/beds/:bed_id')
  @declared('readBed')
  read(): void {}

  @Delete(':id')
  @declared('closeRoom')
  close(): void {}

  helper(): void {}
}

@Controller()
class Files {
  @Get(['a.txt', 'files/*path'])
  @declared('readFile')
  read(): void {}
}

@Controller('v1/silent')
class Silent {
  @Post()
  post(): void {}
}

class Base {
  @Get('inherited')
  inherited(): void {}

  @Get('overridden')
  overridden(): void {}
}

@Controller('v1/heirs')
class Heir extends Base {
  @Get('own')
  @declared('readOwn')
  override overridden(): void {}
}

describe('the routes that are served', () => {
  const routes = routesOf([Rooms, Files]);

  it('are read from controllers, with the path as the contract writes it', () => {
    expect(routes.map(({ method, path, contractPath, handler }) => [method, path, contractPath, handler])).toEqual([
      ['GET', '/v1/rooms', '/v1/rooms', 'Rooms.list'],
      ['GET', '/v1/rooms/:id/beds/:bed_id', '/v1/rooms/{id}/beds/{bed_id}', 'Rooms.read'],
      ['DELETE', '/v1/rooms/:id', '/v1/rooms/{id}', 'Rooms.close'],
      ['GET', '/a.txt', '/a.txt', 'Files.read'],
      ['GET', '/files/*path', '/files/*path', 'Files.read'],
    ]);
  });

  it('that declare nothing are refused by name', () => {
    expect(() => routesOf([Rooms, Silent])).toThrow(UndeclaredRoute);
    expect(() => routesOf([Rooms, Silent])).toThrow('Silent.post');
  });

  it('are also those a controller inherits, as Nest serves them, but for what it overrides', () => {
    expect(() => routesOf([Heir])).toThrow(/: Heir\.inherited$/);
  });

  it.each([
    ['/v1/rooms', ['GET']],
    ['/v1/rooms/', []],
    ['/v1/Rooms', []],
    ['/v1/rooms/7', ['DELETE']],
    ['/v1/rooms/7/beds/8', ['GET']],
    ['/v1/rooms/7/beds', []],
    ['/files/a/b/c', ['GET']],
    ['/aXtxt', []],
    ['/', []],
  ])('at %s: %j', (path, methods) => {
    expect(new RouteTable(routes).methodsOf(path)).toEqual(methods);
  });
});
