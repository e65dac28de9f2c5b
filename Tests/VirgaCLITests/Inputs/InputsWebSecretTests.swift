import Testing
import VirgaTestSupport

@Suite("Secrets in URLs") struct InputsWebSecretTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("a query is in no answer, file name or argument of curl")
  func query() throws {
    let server = try LocalServer(["/app.fml.yaml?token=geheim&v=2": .init(body: Workplace.good)])
    defer { server.stop() }
    place.directory.makeDirectory("bin")
    let curl = try #require(SystemProgram.path(of: "curl"))
    try place.directory.writeScript(
      "#!/bin/sh\necho \"$@\" >>arguments\nexec \(curl) \"$@\"\n", to: "bin/curl")
    let url = server.url("/app.fml.yaml?token=geheim&v=2")
    let environment = ["PATH": "\(place.directory.path("bin")):\(SystemProgram.searchPath)"]
    var texts: [String] = []
    for arguments in [
      ["config", "set", "--manifest", url, "--", "alpha", "enabled", "false"],
      ["session", "show", "--manifest", url],
      ["session", "show", "--manifest", url, "--format", "json"],
      ["session", "show", "--manifest", url, "--format", "shell"],
      ["session", "export", "--manifest", url],
      ["validate", url], ["open", url, "--dump"], ["compare", url, "good.yaml"],
      ["values", url + "x"], ["check", url, "alpha", "nothing.json"],
    ] {
      let answer = try VirgaProgram.run(
        arguments, in: place.directory.root, environment: environment)
      texts.append(answer.output + answer.errors)
    }
    #expect(server.requests.contains { $0.hasPrefix("GET /app.fml.yaml?token=geheim&v=2 ") })
    #expect(!texts.contains { $0.contains("geheim") })
    #expect(texts[1].contains("/app.fml.yaml?token=***&v=***"))
    let arguments = try #require(GoldenText.read(place.directory.path("arguments")))
    #expect(!arguments.isEmpty && !arguments.contains("geheim"))
    let sessions = try ChildProcess.run(["/bin/ls", place.directory.path(".local/state/virga")])
    #expect(sessions.output.split(separator: "\n").contains("app.virga"))
  }

  @Test("this machine is reached without a proxy") func withoutProxy() throws {
    let server = try LocalServer(["/app.fml.yaml": .init(body: Workplace.good)])
    let proxy = try LocalServer([:])
    defer {
      server.stop()
      proxy.stop()
    }
    let port = server.port
    for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] {
      for host in ["127.0.0.1", "localhost"] {
        let answer = try VirgaProgram.run(
          ["validate", "http://\(host):\(port)/app.fml.yaml"], in: place.directory.root,
          environment: [name: proxy.url(""), "no_proxy": "example.org"])
        #expect(answer.code == 0, "\(answer.errors)")
      }
    }
    #expect(proxy.requests.isEmpty)
  }

  @Test("other servers are reached through a proxy") func proxy() throws {
    let proxy = try LocalServer([:])
    defer { proxy.stop() }
    _ = try VirgaProgram.run(
      ["validate", "https://virga.invalid/app.fml.yaml"], in: place.directory.root,
      environment: ["https_proxy": proxy.url("")])
    #expect(proxy.requests.first?.hasPrefix("CONNECT virga.invalid:443 ") == true)
  }
}
