-- Batches of 50 payments between all clients, the sender drawn anew for each.
local clients = require("clients")

setup = clients.number

function init(args)
  clients.load(args, wrk.headers["Host"] or (wrk.host .. ":" .. wrk.port))
end

function request()
  return clients.send_batch(math.random(clients.count), 50)
end

function done(summary, latency)
  clients.print(summary, latency)
end
