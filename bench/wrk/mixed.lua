-- Of ten requests five are payments, three ask for a balance, two for the history.
local clients = require("clients")

setup = clients.number

function init(args)
  clients.load(args, wrk.headers["Host"] or (wrk.host .. ":" .. wrk.port))
end

function request()
  local from = math.random(clients.count)
  local kind = math.random(10)
  if kind <= 5 then return clients.send_money(from) end
  if kind <= 8 then return clients.get(from, "/api/v1/wallet/balance") end
  return clients.get(from, "/api/v1/wallet/transactions")
end

function done(summary, latency)
  clients.print(summary, latency)
end
