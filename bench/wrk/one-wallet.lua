-- All payments leave one wallet.
local clients = require("clients")

setup = clients.number

function init(args)
  clients.load(args, wrk.headers["Host"] or (wrk.host .. ":" .. wrk.port))
end

function request()
  return clients.send_money(1)
end

function done(summary, latency)
  clients.print(summary, latency)
end
