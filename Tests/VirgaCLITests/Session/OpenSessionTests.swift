import CVirgaPlatform
import Testing
import VirgaSession
import VirgaTestSupport

@Suite("Session files of scripts")
struct OpenSessionTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func mode(_ name: String) -> UInt32 {
    var status = stat()
    return stat(place.directory.path(name), &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
  }

  /// Creates an empty file like `mktemp`, but readable by everybody.
  private func makeEmpty(_ name: String) throws {
    place.directory.write("", to: name)
    try #require(chmod(place.directory.path(name), 0o644) == 0)
  }

  @Test("an empty file becomes a private session of the given manifest")
  func empty() throws {
    try makeEmpty("s.virga")
    let words = ["config", "set", "alpha", "limits.one"]
    let refused = try VirgaProgram.run(
      words + ["notanumber", "--session", "s.virga", "--manifest", "good.yaml"],
      in: place.directory.root)
    #expect(refused.code == 1)
    let set = try VirgaProgram.run(
      words + ["5", "--session", "s.virga", "--manifest", "good.yaml"], in: place.directory.root)
    #expect(set.code == 0)
    #expect(mode("s.virga") == 0o600)
    #expect(
      try SessionStore(place.directory.path("s.virga")).manifest
        == place.directory.path("good.yaml"))
    let later = try VirgaProgram.run(
      words + ["notanumber", "--session", "s.virga"], in: place.directory.root)
    #expect(later.code == 1)
  }

  @Test("an empty file without a manifest becomes a session of the demo")
  func emptyOfDemo() throws {
    try makeEmpty("s.virga")
    let refused = try place.virga(
      "config", "set", "app-menu", "compact", "notanumber", "--session", "s.virga")
    #expect(refused.code == 1)
    #expect(
      try place.virga("config", "set", "app-menu", "compact", "true", "--session", "s.virga").code
        == 0)
    #expect(try SessionStore(place.directory.path("s.virga")).manifest == "demo")
    #expect(mode("s.virga") == 0o600)
  }

  @Test("exported sessions are private, even if they replace a public file")
  func exports() throws {
    #expect(
      try place.virga("config", "set", "app-menu", "compact", "true", "--session", "s.virga").code
        == 0)
    try makeEmpty("there.json")
    #expect(try place.virga("session", "export", "there.json", "--session", "s.virga").code == 0)
    let run = try place.virga(
      "run", "-", "--session", "s.virga", input: "session-export new.json\n")
    #expect(run.code == 0)
    for name in ["there.json", "new.json"] { #expect(mode(name) == 0o600) }
  }

  @Test("a script recreates a session of a manifest whose path is not UTF-8")
  func pathOfBytes() throws {
    let answer = try ChildProcess.run(
      [
        "/bin/sh", "-ec",
        """
        PATH="$0:$PATH"; name=$(printf 'caf\\351')
        cp good.yaml "$name.yaml"
        virga config set --manifest "$name.yaml" --session "$name.virga" -- alpha limits.one 5
        virga session show --format shell --session "$name.virga" >script
        mv "$name.virga" old.virga
        sh -e script
        virga session show --format json --session "$name.virga" --manifest "$name.yaml"
        """, VirgaProgram.folder,
      ], environment: VirgaProgram.environment(home: place.directory.root),
      folder: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(answer.output.contains(#""one": 5"#))
  }

  @Test("an export to standard output appends to what the shell has written")
  func appending() throws {
    let lines = [
      "{ echo first; virga session export /dev/stdout; echo last; } >all",
      "virga session export /dev/fd/1 >>all",
    ]
    let answer = try ChildProcess.run(
      [
        "/bin/sh", "-ec", "PATH=\"$0:$PATH\"; " + lines.joined(separator: "; "),
        VirgaProgram.folder,
      ],
      environment: VirgaProgram.environment(home: place.directory.root),
      folder: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
    let all = try #require(GoldenText.read(place.directory.path("all")))
    let parts = all.split(separator: "last\n")
    #expect(
      parts.count == 2 && parts[0].hasPrefix("first\n{") && parts[1].hasPrefix("{")
        && parts[1].hasSuffix("}\n"))
  }

  @Test(
    "a failed first write leaves no file",
    .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"))
  func failedFirstWrite() throws {
    let disk = try SmallFileSystem(place.directory, kibibytes: 256)
    let write = try VirgaProgram.run(
      [
        "context", "set", "text", String(repeating: "x", count: 100_000), "--session",
        "small/s.virga", "--manifest",
        "good.yaml",
      ],
      in: place.directory.root)
    #expect(write.code == 2)
    #expect(write.errors.contains("the disk is full"))
    #expect(disk.names() == [])
    disk.fill()
    #expect(
      try place.virga("clock", "+1d", "--session", "small/s.virga", "--manifest", "good.yaml").code
        == 2)
    #expect(disk.names() == ["filler"])
  }
}
