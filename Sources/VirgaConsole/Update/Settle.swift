import VirgaCanvas

extension State {
  mutating func reconcile() {
    if focus != .details { features.isAboutFeature = false }
    if !parts.isOffered(focus, in: self), let first = screen.panels.first { focus = first }
    navigation.lastFocus[screen] = focus
    // The first line counts the problems of flag files on all screens.
    if flags.hasUnread(beside: workspace) {
      flags.resolve(workspace, session, channel: channel)
      announceFlagErrors()
    }
    findProblems()
    layOut()
    parts.reconcile(&self)
    updateDraftCounts()
    reconcileSearch()
    followOverlay()
    if let shown = overlay, let panel = PickerPanel(self) {
      overlay?.list.scroll.reconcile(count: shown.list.count, height: panel.rowsArea.rows)
    }
    let contexts = keyContexts
    let hintInput = HintKeys.Input(contexts: contexts, keys: options.keys)
    if input.hintKeys.input != hintInput {
      input.hintKeys = Derived(input: hintInput, output: HintKeys(self, in: contexts))
    }
  }

  mutating func layOut() {
    let captionRows = messages.caption?.lines(columns: size.columns).count ?? (focus == .editor ? messageRows : 1)
    layout = Layout(size: size, captionRows: captionRows) { body in parts.areas(in: body, of: self) }
  }
}
