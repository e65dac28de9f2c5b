import Testing
import VirgaTestSupport

@Suite("Missing file", .timeLimit(.minutes(20))) struct InputsMissingFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    directory.makeDirectory("x")
    directory.write("channels: [a]\nfeatures: {}\n", to: "x/app.fml.yaml")
  }

  @Test(
    "suggests a similar name in its folder",
    arguments: [
      TestRow("another extension", ("x/app.fml.yml", "; did you mean `app.fml.yaml`?")),
      TestRow("other letter case", ("./x/APP.fml.yaml", "; did you mean `app.fml.yaml`?")),
      TestRow("not if no name is similar", ("x/other.yaml", "")),
      TestRow("not if the folder is missing", ("y/app.fml.yml", "")),
    ])
  func hint(_ row: TestRow<(String, String)>) throws {
    let (path, ending) = row.values
    let answer = try VirgaProgram.run(
      [path, "--dump", "--session", ":memory:"], in: directory.root)
    #expect(answer.code == 2)
    #expect(answer.errors.hasSuffix(": No such file or directory\(ending)\n"), "\(answer.errors)")
  }
}
