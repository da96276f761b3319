-- The seeded clients and what every request of a load needs. Each line of the file holds a phone and an API key.
local clients = { phones = {}, heads = {} }

local function read(file, base_headers)
  for line in io.lines(file) do
    local phone, key = line:match("^(%d+) (%S+)$")
    if not phone then error("not a line of phone and key: " .. line) end
    clients.phones[#clients.phones + 1] = phone
    clients.heads[#clients.heads + 1] = base_headers .. "Authorization: Bearer " .. key .. "\r\n"
  end
  clients.count = #clients.phones
end

-- Arguments after wrk's `--`: clients file, a text that makes the idempotency keys of this run its own.
function clients.load(args, host)
  clients.run = args[2]
  clients.sent = 0
  read(args[1], "Host: " .. host .. "\r\nAccept: application/json\r\n")
  math.randomseed(os.time() + thread_number * 7919)
end

-- A payment of 500 to 1,500 shillings from one client to another, under an idempotency key of its own.
function clients.send_money(from)
  local to = math.random(clients.count - 1)
  if to >= from then to = to + 1 end
  clients.sent = clients.sent + 1
  local body = '{"recipient_phone":"' .. clients.phones[to] .. '","amount":' .. math.random(500, 1500)
    .. ',"description":"Order ' .. clients.sent .. '"}'
  return "POST /api/v1/wallet/send-money HTTP/1.1\r\n" .. clients.heads[from]
    .. "Content-Type: application/json\r\nIdempotency-Key: " .. clients.run .. "-" .. thread_number .. "-" .. clients.sent
    .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

-- A batch of payments as above from one client to others, under an idempotency key of its own.
function clients.send_batch(from, count)
  clients.sent = clients.sent + 1
  local payments = {}
  for item = 1, count do
    local to = math.random(clients.count - 1)
    if to >= from then to = to + 1 end
    payments[item] = '{"recipient_phone":"' .. clients.phones[to] .. '","amount":' .. math.random(500, 1500)
      .. ',"description":"Order ' .. clients.sent .. '"}'
  end
  local body = '{"payments":[' .. table.concat(payments, ",") .. ']}'
  return "POST /api/v1/wallet/batches HTTP/1.1\r\n" .. clients.heads[from]
    .. "Content-Type: application/json\r\nIdempotency-Key: " .. clients.run .. "-" .. thread_number .. "-" .. clients.sent
    .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

function clients.get(from, path)
  return "GET " .. path .. " HTTP/1.1\r\n" .. clients.heads[from] .. "\r\n"
end

-- Gives every wrk thread its number; call as wrk's `setup`.
local threads = 0
function clients.number(thread)
  threads = threads + 1
  thread:set("thread_number", threads)
end

-- Prints one line of JSON that bench/wrk.ts reads; times in microseconds.
function clients.print(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests":%d,"duration":%d,"p50":%d,"p99":%d,"max":%d,"refused":%d,"broken":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end

return clients
