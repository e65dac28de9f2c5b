import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Flag configuration at an https URL", .timeLimit(.minutes(20)))
  struct SecureConfigurationTests {
    private let server: TmuxSession
    private let port: Substring

    /// A server for the files of a folder, with a self-signed certificate.
    private static let program = """
      import http.server, ssl
      server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain("cert.pem", "key.pem")
      server.socket = context.wrap_socket(server.socket, server_side=True)
      print("port", server.server_port, flush=True)
      server.serve_forever()
      """

    init() throws {
      let directory = try TemporaryDirectory()
      directory.write(Self.program, to: "serve.py")
      directory.write(
        #"{"features": [{"name": "Dark roast", "enabled": true}]}"#, to: "features.json")
      let sign =
        "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost"
      server = try TmuxSession(
        "\(sign) -addext subjectAltName=DNS:localhost; python3 serve.py", in: directory)
      let lines = try server.wait(for: "port ")
      port = try #require(lines.first { $0.hasPrefix("port ") }?.dropFirst("port ".count))
    }

    private func list(_ path: String, environment: [String: String] = [:]) throws -> ChildProcess {
      try VirgaProgram.run(
        ["flags", "list", "--session", ":memory:", "--flags", "https://localhost:\(port)/\(path)"],
        in: server.directory.root, environment: environment)
    }

    /// The environment in which the server's certificate is trusted.
    private var trusting: [String: String] {
      ["CURL_CA_BUNDLE": server.directory.path("cert.pem")]
    }

    @Test("is read with a trusted certificate")
    func trusted() throws {
      let answer = try list("features.json", environment: trusting)
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(answer.output.contains("Dark roast"))
    }

    @Test("is refused with an untrusted certificate") func untrusted() throws {
      let answer = try list("features.json")
      #expect(answer.code == 2)
      #expect(answer.errors.contains("certificate"), "\(answer.errors)")
    }

    @Test("is refused if the server does not have it") func missing() throws {
      let answer = try list("none.json", environment: trusting)
      #expect(answer.code == 2)
      #expect(answer.errors.contains("404"), "\(answer.errors)")
    }
  }
}
