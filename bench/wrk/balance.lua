-- The balance of a client drawn anew for each request.
local clients = require("clients")

setup = clients.number

function init(args)
  clients.load(args, wrk.headers["Host"] or (wrk.host .. ":" .. wrk.port))
end

function request()
  return clients.get(math.random(clients.count), "/api/v1/wallet/balance")
end

function done(summary, latency)
  clients.print(summary, latency)
end
