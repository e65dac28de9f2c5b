import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Experiments in a terminal") struct ExperimentTests {
    @Test("statuses of recipes follow the context and forced branches") func statuses() throws {
      let session = try TmuxSession("virga --session :memory:")
      try session.wait(for: "Features 44")
      try session.press("4")
      try session.wait(for: "one recipe enrolled, one refused by its targeting") { lines in
        lines.contains { $0.contains("enrolled ") && $0.contains(" homepage-order-2026") }
          && lines.contains { $0.contains("targeting ") && $0.contains(" share-sheet-2026") }
      }
      try session.type(":set-context region US")
      try session.press("Enter")
      try session.wait(for: "enrolled in share-sheet-2026") { lines in
        lines.contains { $0.contains("enrolled ") && $0.contains(" share-sheet-2026") }
      }
      try session.type(":force-branch homepage-cards wide")
      try session.press("Enter")
      try session.wait(for: "a conflict with homepage-cards") { lines in
        lines.contains { $0.contains("conflict ") && $0.contains(" homepage-order-2026") }
      }
      try session.press("q")
      try session.wait(for: "Leave and lose 1 override and 1 change of the client?")
      try session.press("Down", "Enter")
      try session.expectLeft(code: 0)
    }

    @Test("a running simulation can be stopped") func stoppedSimulation() throws {
      let session = try TmuxSession("virga --session :memory:")
      try session.wait(for: "Features 44")
      try session.press("4")
      try session.wait(for: "┏━ Recipes 8")
      try session.type(":simulate 900000000")
      try session.press("Enter")
      try session.wait(for: "progress") { lines in
        lines.contains { $0.contains("running") && !$0.contains(" 0 clients") }
      }
      try session.press("s")
      try session.wait(for: "stopped the simulation")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("a script waits for its last command before it continues or exits")
    func waitsInAScript() throws {
      let directory = try TemporaryDirectory()
      // `simulate` stops a running simulation; a later line that is refused would report that.
      directory.write("experiments\nsimulate 20000\nsimulate 1000\n", to: "script")
      let session = try TmuxSession("virga --session :memory: --script script", in: directory)
      try session.wait(for: "─ 1,000 clients ─", "not: conflict 1,000")
      try session.wait(without: "was stopped")
      try session.press("q")
      try session.expectLeft(code: 0)
      directory.write("experiments\nsimulate 20000\nnowhere\n", to: "script")
      let other = try TmuxSession("virga --session :memory: --script script --exit", in: directory)
      try other.wait(for: "script:3: ")
      try other.expectLeft(code: 1)
    }

    @Test("Ctrl-C ends a simulation on the command line with partial results")
    func stopsASimulation() throws {
      let directory = try TemporaryDirectory()
      directory.write(Self.recipe, to: "recipes.yaml")
      let session = try TmuxSession(in: directory, isInteractive: true)
      try session.wait(for: "$")
      try session.type("virga simulate --recipes recipes.yaml --clients 900000000; echo left $?\r")
      try session.wait(for: "progress") { lines in
        lines.contains { $0.contains(" of 900,000,000, Ctrl-C stops") }
      }
      try session.press("C-c")
      try session.wait(for: "greet", "stopped after", "of 900,000,000 clients", "left 130")
      let hasProgress = try session.lines().contains { $0.contains("Ctrl-C stops") }
      #expect(!hasProgress)
      #expect(try session.lines().contains { $0.contains("100.0 %") && $0.contains("on  ") })
    }

    @Test("recipes and context from files stay in the session") func filesInSession() throws {
      let directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "app.fml.yaml")
      directory.write(Self.recipe, to: "recipes.yaml")
      directory.write("locale: de-DE\n", to: "context.yaml")
      for options in [" --recipes recipes.yaml --context context.yaml", ""] {
        let session = try TmuxSession(
          "virga app.fml.yaml --session try.virga\(options)", in: directory)
        try session.wait(for: "Features 2")
        try session.press("4")
        try session.wait(for: "┏━ Recipes 1", "◆ enrolled ", "greet ", "locale")
        try session.press("q")
        try session.expectLeft(code: 0)
      }
    }

    private static let recipe = """
      slug: greet
      schemaVersion: "1"
      userFacingName: n
      userFacingDescription: d
      isEnrollmentPaused: false
      proposedEnrollment: 7
      targeting: language == 'de'
      bucketConfig: { randomizationUnit: nimbus_id, namespace: n, start: 0, count: 10000 }
      branches: [{ slug: on, ratio: 1, features: [{ featureId: omega, value: { greeting: hi } }] }]
      """
  }
}
