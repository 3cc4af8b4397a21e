"""An S3-compatible store for tests: OpenStack Swift with its s3api, all servers in this process, objects in memory.

Debian's package python3-swift holds everything it needs. Prints `listening PORT` once it takes connections on
127.0.0.1; ends with its standard input. Region us-east-1, path style, access key `desk:tester`, secret `testing`.
"""

import array
import logging
import os
import shutil
import tempfile

import eventlet

eventlet.monkey_patch()

from eventlet import listen, wsgi  # noqa: E402

folder = tempfile.mkdtemp(prefix="claims-desk-swift-")


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def end_with_input():
    while os.read(0, 1024):
        pass
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


write(
    "swift.conf",
    """[swift-hash]
swift_hash_path_prefix = made
swift_hash_path_suffix = up
[storage-policy:0]
name = single
default = yes
""",
)
os.environ["SWIFT_DIR"] = folder
import swift.common.utils  # noqa: E402

swift.common.utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
swift.common.utils.validate_hash_conf()

from swift.common import storage_policy  # noqa: E402
from swift.common.ring import RingData  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

storage_policy.reload_storage_policies()

common = """[DEFAULT]
swift_dir = %s
devices = %s/devices
mount_check = false
log_level = ERROR
""" % (folder, folder)
os.makedirs(os.path.join(folder, "devices", "one"))

quiet = logging.getLogger("quiet")
quiet.addHandler(logging.NullHandler())
quiet.propagate = False


def with_owner(application):
    """Swift's own calls under /v1/ need no token with this header: a token would need memcached."""

    def answer(environ, start_response):
        if environ.get("HTTP_X_TEST_OWNER") == "yes":
            environ.update({"swift.authorize_override": True, "swift_owner": True})
        return application(environ, start_response)

    return answer


def serve(socket, configuration):
    application = with_owner(loadapp(os.path.join(folder, configuration)))
    eventlet.spawn(wsgi.server, socket, application, log=quiet, log_output=False, keepalive=True)


# A ring of one device tells the proxy where each of the others is.
for kind, program in (("account", "account"), ("container", "container"), ("object", "mem_object")):
    socket = listen(("127.0.0.1", 0))
    port = socket.getsockname()[1]
    device = {
        "id": 0, "region": 1, "zone": 1, "device": "one", "weight": 1.0, "meta": "",
        "ip": "127.0.0.1", "port": port, "replication_ip": "127.0.0.1", "replication_port": port,
    }
    RingData([array.array("H", [0] * 4)], [device], 30).save(os.path.join(folder, kind + ".ring.gz"))
    write(
        kind + ".conf",
        common + "[pipeline:main]\npipeline = server\n[app:server]\nuse = egg:swift#%s\n" % program,
    )
    serve(socket, kind + ".conf")

write(
    "proxy.conf",
    common
    + """[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
user_desk_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = true
allow_no_owner = false
dns_compliant_bucket_names = false
min_segment_size = 5242880
[filter:slo]
use = egg:swift#slo
""",
)
front = listen(("127.0.0.1", 0))
serve(front, "proxy.conf")
eventlet.spawn(eventlet.tpool.execute, end_with_input)
print("listening", front.getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
